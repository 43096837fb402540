import styled from 'styled-components';
import { PageHeading } from '../../parts/PageHeading';
import { Skeleton, useSkeletonShown } from '../../parts/Skeleton';
import { Unseen } from '../../parts/text';
import { HEAD_HEIGHT, NUMBER_WIDTH, ROW_HEIGHT, SheetFrame } from './sheetLook';

const Bar = styled.div<{ $height: number }>`
  display: flex;
  flex: none;
  align-items: center;
  height: ${({ $height }) => $height}px;
  padding: 0 16px;
  border-bottom: 1px solid var(--line);
`;

const Lines = styled.div`
  flex: 1;
  overflow: hidden;
`;

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: 40px;
  height: ${ROW_HEIGHT}px;
  padding-left: ${NUMBER_WIDTH + 8}px;
  border-bottom: 1px solid var(--line);
`;

const widths = [92, 70, 64, 76, 58, 84];

/** The page while it loads, in the true sizes of what comes. */
export function SheetSkeleton() {
  const shown = useSkeletonShown();
  return (
    <SheetFrame aria-busy="true">
      <Unseen>
        <PageHeading>Spreadsheet</PageHeading>
      </Unseen>
      <Bar $height={56}>{shown && <Skeleton $width={180} $height={14} />}</Bar>
      <Bar $height={34} />
      <Bar $height={HEAD_HEIGHT} />
      <Lines aria-hidden="true">
        {Array.from({ length: 16 }, (_, row) => (
          <Line key={row}>
            {shown &&
              widths.map((width, at) => <Skeleton key={at} $width={width - ((row * 7 + at * 5) % 24)} $height={10} />)}
          </Line>
        ))}
      </Lines>
      <Bar $height={44} />
    </SheetFrame>
  );
}
