import { useCallback, useEffect, useId, useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { counted, shown } from '../parts/numbers';
import { WideOnly } from '../parts/spacing';
import { Key } from '../parts/text';
import type { RootState } from '../rootReducer';
import { columnWidths } from './columnWidths';
import { rowAt, selectColumns, selectPages, selectTotalRows } from './endpointSelectors';
import { rowsSeen } from './endpointSlice';
import { MissingRows } from './GridFailure';
import { GridHead } from './GridHead';
import { Canvas, GridFoot, HEAD_HEIGHT, ID_WIDTH, Scroller } from './gridLook';
import { cellId, GridRow } from './GridRow';
import type { Cell } from './gridMoves';
import type { TabName } from './rowsState';
import { useGridKeys } from './useGridKeys';
import { useGridScroll } from './useGridScroll';

interface RowsGridProps {
  readonly name: TabName;
  /** The tab's title. */
  readonly title: string;
}

function useRows(name: TabName) {
  const columns = useSelector((state: RootState) => selectColumns(state, name));
  const total = useSelector((state: RootState) => selectTotalRows(state, name));
  const pages = useSelector((state: RootState) => selectPages(state, name));
  return { columns, total, pages };
}

/** Says which rows are on the screen, so that their pages are asked for. */
function useSeen({ projectId, sheetId }: TabName, first: number, last: number) {
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(rowsSeen({ projectId, sheetId, first, last }));
  }, [dispatch, projectId, sheetId, first, last]);
}

interface FootProps {
  readonly total: number;
  readonly columns: number;
  readonly first: number;
  readonly last: number;
}

const Foot = ({ total, columns, first, last }: FootProps) => (
  <GridFoot>
    <span>{`${counted(total, 'row')}, ${counted(columns, 'column')}`}</span>
    <WideOnly aria-hidden="true">
      <Key>↑</Key> <Key>↓</Key> <Key>←</Key> <Key>→</Key> move
    </WideOnly>
    <span>{`${shown(first + 1)} to ${shown(last + 1)} of ${shown(total)}`}</span>
  </GridFoot>
);

/** The rows of a tab. Only those on the screen, and a few beyond, are in the document. */
export function RowsGrid({ name, title }: RowsGridProps) {
  const id = useId();
  const { columns, total, pages } = useRows(name);
  const widths = useMemo(() => columnWidths(columns), [columns]);
  const { scroller, vertical, horizontal, rowHeight, first, last } = useGridScroll(total, widths);
  useSeen(name, first, last);
  const { active, setActive, onKeyDown } = useGridKeys({
    size: { rows: total, columns: columns.length + 1, page: Math.max(1, last - first) },
    valueAt: ({ row, column }: Cell) => rowAt(pages, row)?.[columns[column - 1]?.key ?? '_id'],
    bring: ({ row, column }: Cell) => {
      vertical.scrollToIndex(row);
      if (column > 0) horizontal.scrollToIndex(column - 1);
    },
  });
  const pick = useCallback((row: number, column: number) => setActive({ row, column }), [setActive]);
  const rows = vertical.getVirtualItems();
  const items = horizontal.getVirtualItems();
  const activeShown = rows.some(({ index }) => index === active.row);
  return (
    <>
      <Scroller
        ref={scroller}
        role="grid"
        aria-label={`Rows of ${title}`}
        aria-readonly="true"
        aria-rowcount={total + 1}
        aria-colcount={columns.length + 1}
        aria-activedescendant={activeShown ? cellId(id, active.row, active.column) : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <Canvas role="presentation" style={{ width: horizontal.getTotalSize() + ID_WIDTH }}>
          <GridHead columns={columns} items={items} />
          <Canvas role="rowgroup" style={{ height: total * rowHeight }}>
            {rows.map(({ index, start }) => (
              <GridRow
                key={index}
                grid={id}
                index={index}
                top={start - HEAD_HEIGHT}
                row={rowAt(pages, index)}
                columns={columns}
                items={items}
                active={index === active.row ? active.column : undefined}
                onPick={pick}
              />
            ))}
          </Canvas>
        </Canvas>
      </Scroller>
      <MissingRows name={name} />
      <Foot total={total} columns={columns.length} first={first} last={last} />
    </>
  );
}
