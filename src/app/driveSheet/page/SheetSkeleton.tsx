import styled from 'styled-components';
import { Line } from '../../ui/layout/spacing';
import { PageHeading } from '../../ui/layout/PageHeading';
import { Skeleton } from '../../ui/layout/Skeleton';
import { Unseen } from '../../ui/display/text';
import { HEAD_HEIGHT, NUMBER_WIDTH, ROW_HEIGHT, SheetFrame } from './sheetStyles';

const Bar = styled(Line)<{ $height: number }>`
  gap: 0;
  flex: none;
  height: ${({ $height }) => $height}px;
  padding: 0 16px;
  border-bottom: 1px solid var(--line);
`;

const Whole = styled.div`
  flex: 1;
  overflow: hidden;
`;

/** Covers the first rows of the grid. */
const Over = styled.div`
  position: absolute;
  z-index: 1;
  inset: 0 auto 0 0;
  overflow: hidden;
  width: min(100%, 100vw);
  visibility: visible;
  padding-top: ${HEAD_HEIGHT}px;
`;

const RowLine = styled(Line)`
  gap: 40px;
  height: ${ROW_HEIGHT}px;
  padding-left: ${NUMBER_WIDTH + 8}px;
  border-bottom: 1px solid var(--line);
`;

const widths = [92, 70, 64, 76, 58, 84];

const Lines = () =>
  Array.from({ length: 16 }, (_, row) => (
    <RowLine key={row}>
      {widths.map((width, at) => (
        <Skeleton key={at} $width={width - ((row * 7 + at * 5) % 24)} $height={10} />
      ))}
    </RowLine>
  ));

/** Placeholder over a grid without rows, as the widths of its columns are not known before the rows are loaded. */
export const LoadingRows = () => (
  <Over aria-hidden="true">
    <Lines />
  </Over>
);

/** Placeholder of the page while it loads, in the same dimensions. */
export const SheetSkeleton = () => (
  <SheetFrame aria-busy="true">
    <Unseen>
      <PageHeading>Spreadsheet</PageHeading>
    </Unseen>
    <Bar $height={56}>
      <Skeleton $width={180} $height={14} />
    </Bar>
    <Bar $height={34} />
    <Bar $height={HEAD_HEIGHT} />
    <Whole aria-hidden="true">
      <Lines />
    </Whole>
    <Bar $height={44} />
  </SheetFrame>
);
