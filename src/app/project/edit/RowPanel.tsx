import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import styled from 'styled-components';
import type { Column, Row } from '../../../contract/rows';
import { below, Card, Line, Row as Buttons, ruled } from '../../ui/layout/spacing';
import { Button, IconButton } from '../../ui/forms/Button';
import { CopyButton } from '../../ui/forms/CopyButton';
import { formatNumber } from '../../ui/display/numbers';
import { Skeleton } from '../../ui/layout/Skeleton';
import { ellipsis, Small, smallText, SmallTitle } from '../../ui/display/text';
import { CellContent } from '../data/CellContent';
import { rowAt, selectColumns, selectPages, selectTotalRows } from '../rows/endpointSelectors';
import type { TabName } from '../rows/endpointSlice';
import { draftMachine } from './draftMachine';
import { selectDraft } from './editSelectors';
import { rowKey, rowsRemoved } from './editSlice';
import { RowForm } from './RowForm';
import { useAppDispatch, useAppSelector } from '../../storeHooks';

const { draftBegun } = draftMachine.actions;

const Box = styled(Card).attrs({ as: 'aside' })`
  display: flex;
  flex-direction: column;
  min-width: 0;
  max-height: calc(100vh - 84px);
  overflow: hidden;

  ${below.columns} {
    position: fixed;
    z-index: var(--z-sticky);
    right: 0;
    bottom: 0;
    left: 0;
    max-height: 70vh;
    border-radius: var(--r-lg) var(--r-lg) 0 0;
    background: var(--raised);
    box-shadow: var(--shadow-3);
  }
`;

const Head = styled(Line)`
  gap: 4px;
  padding: 8px 8px 8px 16px;
  border-bottom: 1px solid var(--line);

  & > div {
    flex: 1;
    min-width: 0;
  }
  & h2 {
    ${ellipsis}
    font-family: var(--font-mono);
    ${smallText}
  }
`;

const Values = styled.dl`
  ${ruled}
  flex: 1;
  overflow: auto;
  padding: 4px 16px;
  font-size: var(--text-sm);
  font-variant-numeric: tabular-nums;

  & > div {
    padding: 8px 0;
  }
  & dt {
    color: var(--ink-3);
    font-size: var(--text-xs);
  }
  & dd {
    margin: 2px 0 0;
    white-space: pre-wrap;
  }
`;

const FormPlace = styled.div`
  overflow: auto;
  padding: 16px;
`;

/** Returns a row as the endpoint returns it, as JSON. */
const rowJson = (row: Row) =>
  JSON.stringify(Object.fromEntries(Object.entries(row).filter(([key]) => key !== '_row')), null, 2);

interface RowActionsProps extends Pick<RowPanelProps, 'name' | 'index' | 'onClose'> {
  readonly row: Row;
}

/** The buttons that edit and delete the row. */
function RowActions({ name, row, index, onClose }: RowActionsProps) {
  const dispatch = useAppDispatch();
  const columns = useAppSelector(selectColumns, name);
  const edit = () => {
    const before = Object.fromEntries(columns.map(({ key }) => [key, row[key] ?? null]));
    dispatch(draftBegun({ ...name, key: rowKey(row._id), draft: { rowId: row._id, texts: {}, before } }));
  };
  const remove = () => {
    onClose();
    dispatch(rowsRemoved({ ...name, first: index, last: index }));
  };
  return (
    <>
      <Button size="small" icon="pencil" onClick={edit}>
        Edit row
      </Button>
      <Button size="small" look="ghost" icon="trash" onClick={remove}>
        Delete row
      </Button>
    </>
  );
}

interface ContentProps {
  readonly row: Row;
  readonly columns: readonly Column[];
  /** Buttons below the values. */
  readonly children: ReactNode;
}

const Content = ({ row, columns, children }: ContentProps) => (
  <>
    <Values tabIndex={0} aria-label="Values">
      {columns.map(({ key }) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd dir="auto">
            <CellContent value={row[key] ?? null} focusable />
          </dd>
        </div>
      ))}
    </Values>
    <Buttons $gap={4} $pad={8} $line="top">
      {children}
      <CopyButton size="small" look="ghost" text={rowJson(row)} word="Copy as JSON" announcement="Row copied" />
    </Buttons>
  </>
);

/** Focuses the panel when it opens; arrow keys move to the adjacent rows, Esc closes it. */
function usePanelKeys({ index, onStep, onClose }: RowPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose();
    const step = event.target === heading.current ? steps[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    onStep(index + step);
  };
  return { heading, onKeyDown };
}

interface RowPanelProps {
  readonly name: TabName;
  /** Index of the row in the current result. */
  readonly index: number;
  readonly writable: boolean;
  readonly onStep: (index: number) => void;
  readonly onClose: () => void;
}

/** One row with its full values, beside the grid, or at the bottom of a narrow window. */
export function RowPanel(props: RowPanelProps) {
  const { name, index, writable, onStep, onClose } = props;
  const columns = useAppSelector(selectColumns, name);
  const pages = useAppSelector(selectPages, name);
  const total = useAppSelector(selectTotalRows, name);
  const row = rowAt(pages, index);
  const draftKey = rowKey(row?._id ?? '');
  const editing = useAppSelector((state) => selectDraft(state, name, draftKey) !== undefined);
  const { heading, onKeyDown } = usePanelKeys(props);
  return (
    <Box aria-label="Row" onKeyDown={onKeyDown}>
      <Head>
        <div>
          <SmallTitle as="h2" ref={heading} tabIndex={-1}>
            {row?._id ?? 'Reading the row'}
          </SmallTitle>
          {typeof row?._row === 'number' && <Small>{`Row ${formatNumber(row._row)} of the sheet`}</Small>}
        </div>
        <IconButton icon="up" label="Previous row" disabled={index <= 0} onClick={() => onStep(index - 1)} />
        <IconButton icon="down" label="Next row" disabled={index >= total - 1} onClick={() => onStep(index + 1)} />
        <IconButton icon="cross" label="Close row" onClick={onClose} />
      </Head>
      {row === undefined && <Skeleton $width={160} style={{ margin: 16 }} />}
      {row !== undefined && editing && (
        <FormPlace>
          <RowForm name={name} draftKey={draftKey} row={row} submit="Save row" />
        </FormPlace>
      )}
      {row !== undefined && !editing && (
        <Content row={row} columns={columns}>
          {writable && <RowActions name={name} row={row} index={index} onClose={onClose} />}
        </Content>
      )}
    </Box>
  );
}
