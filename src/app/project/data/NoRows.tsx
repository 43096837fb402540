import { type ReactNode, useMemo } from 'react';
import styled from 'styled-components';
import { Row, Spread } from '../../ui/layout/spacing';
import { Small, SmallTitle } from '../../ui/display/text';
import type { Column } from '../../../contract/rows';
import { columnWidths } from './useRows';
import { GridHead } from './GridHead';
import { Canvas } from '../../grid/gridStyles';
import { HEAD_HEIGHT, ID_WIDTH, Scroller } from './gridStyles';
import { Button } from '../../ui/forms/Button';
import { rowsRetried, type TabName } from '../rows/endpointSlice';
import { useAppDispatch, useAppSelector } from '../../storeHooks';
import { troubleText } from '../../http/shownFailure';
import { selectRowsFailure } from '../rows/endpointSelectors';

const Box = styled.div`
  display: grid;
  justify-items: center;
  gap: 4px;
  padding: 36px 20px;
  text-align: center;

  & > p {
    max-width: 46ch;
    text-wrap: pretty;
  }
`;

const Actions = styled(Row)`
  justify-content: center;
  margin-top: 8px;
`;

interface GridEmptyProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Buttons and links. */
  readonly children?: ReactNode;
}

/** Empty state below the header of the grid. */
export const GridEmpty = ({ title, lead, children }: GridEmptyProps) => (
  <Box>
    <SmallTitle as="h2">{title}</SmallTitle>
    {lead && <Small>{lead}</Small>}
    {children && <Actions>{children}</Actions>}
  </Box>
);

/** Maximum number of columns in a header without rows. */
const MAX_COLUMNS = 40;

function placesOf(widths: readonly number[]) {
  let start = ID_WIDTH;
  return widths.map((size, index) => {
    const place = { index, start, size };
    start += size;
    return place;
  });
}

interface HeadOnlyProps {
  readonly columns: readonly Column[];
  /** The tab's title. */
  readonly title: string;
}

/** The header of a grid without rows. */
export function HeadOnly({ columns, title }: HeadOnlyProps) {
  const items = useMemo(() => placesOf(columnWidths(columns.slice(0, MAX_COLUMNS), [])), [columns]);
  const last = items.at(-1);
  if (last === undefined) return null;
  return (
    <Scroller role="table" aria-label={`Columns of ${title}`} tabIndex={0}>
      <Canvas role="presentation" style={{ width: last.start + last.size, height: HEAD_HEIGHT }}>
        <GridHead grid="head" columns={columns.slice(0, MAX_COLUMNS)} items={items} sort={null} />
      </Canvas>
    </Scroller>
  );
}

const UNREAD = 'The server did not answer with rows. Try again in a moment.';

function useFailure(name: TabName) {
  const dispatch = useAppDispatch();
  const failure = useAppSelector(selectRowsFailure, name);
  const text = failure && troubleText(failure, UNREAD);
  return { text, retry: () => dispatch(rowsRetried(name)) };
}

/** Below the header when no page could be loaded. */
export function GridFailure({ name }: { readonly name: TabName }) {
  const { text, retry } = useFailure(name);
  return (
    <div role="alert">
      <GridEmpty title="The rows did not load" lead={text}>
        <Button size="small" icon="refresh" onClick={retry}>
          Try again
        </Button>
      </GridEmpty>
    </div>
  );
}

const Line = styled(Spread)`
  gap: 8px 16px;
  padding: 8px 8px 8px 14px;
  border-top: 1px solid var(--line-strong);
  background: var(--danger-soft);
  font-size: var(--text-sm);
`;

/** Below the loaded rows when another page could not be loaded. */
export function MissingRows({ name }: { readonly name: TabName }) {
  const { text, retry } = useFailure(name);
  if (text === undefined) return null;
  return (
    <Line role="alert">
      <span>Some rows did not load. {text}</span>
      <Button size="small" icon="refresh" onClick={retry}>
        Try again
      </Button>
    </Line>
  );
}
