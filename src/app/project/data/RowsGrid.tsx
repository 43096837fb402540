import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { rowAt } from '../rows/endpointSelectors';
import { cellsCopied, sortPressed, tabKey } from '../rows/endpointSlice';
import { MissingRows } from './NoRows';
import { GridFoot } from './GridFoot';
import { GridHead } from './GridHead';
import type { RowsJsonProps } from './RowsJson';
import { HEAD_HEIGHT, ID_WIDTH, Rows, Scroller } from './gridStyles';
import { cellId } from '../../grid/gridCells';
import { GridFrame } from '../../grid/GridFrame';
import { type Cell, type CellRange, HEAD, isOneCell, selectedColumnsIn, rangeIndexes } from '../../grid/gridMoves';
import { useColumnSizing } from '../../grid/useColumnSizing';
import { useGridScroll, useLatest } from '../../grid/useGridScroll';
import { useSelection } from '../../grid/useSelection';
import { GridRow } from './GridRow';
import { gridKeys, rowsMouse, useEditing } from './useGridKeys';
import { useRows, useSeen } from './useRows';
import { lazyPart } from '../../ui/overlays/lazyPart';
import { useAppDispatch } from '../../storeHooks';

const EditLayer = lazyPart(
  async () => (await import(/* webpackChunkName: "editing" */ '../edit/EditLayer')).EditLayer,
  { failed: () => null, waiting: null },
);

/** Imperative methods of the grid. */
export interface GridHandle {
  /** Activates a row and scrolls to it. */
  readonly goTo: (row: number) => void;
  readonly focus: () => void;
}

export interface RowsGridProps extends RowsJsonProps {
  readonly ref?: Ref<GridHandle>;
  /** Whether cells can be edited. */
  readonly writable: boolean;
  /** Opens a row in the panel beside the grid. */
  readonly onOpen: (row: number) => void;
  /** Called when another row becomes active. */
  readonly onMove: (row: number) => void;
  /** Opens the dialog that adds a row. */
  readonly onAdd: () => void;
  /** Called when Esc leaves the grid. */
  readonly onLeave: () => void;
}

type RowsOfTab = ReturnType<typeof useRows>;

/** Handlers of keys that act on the selection. */
function useGridHandlers({ name, onOpen, onLeave }: RowsGridProps, { columns }: RowsOfTab) {
  const dispatch = useAppDispatch();
  const keyOf = (column: number) => columns[column - 1]?.key ?? '_id';
  const onCopy = (range: CellRange) => {
    dispatch(cellsCopied({ ...name, ...range.rows, columns: rangeIndexes(range.columns).map(keyOf) }));
  };
  const onEnter = ({ row, column }: Cell) => {
    if (row !== HEAD) onOpen(row);
    else if (column > 0) dispatch(sortPressed({ ...name, column: keyOf(column) }));
  };
  return { onCopy, onEnter, onLeave, sortBy: (column: string) => dispatch(sortPressed({ ...name, column })) };
}

/** Height of a row in pixels where the style sheet is not available, as in tests. */
const ROW_HEIGHT = 36;

/** Reads the height of a row from the style sheet, which makes it larger on touch screens. */
const readRowHeight = () =>
  parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) || ROW_HEIGHT;

/** Modulus of the React keys, above the maximum of rendered rows: an element that scrolls out at one end is reused at the other. */
const MAX_ELEMENTS = 64;

/** The rows of a tab as a grid. Only the rows on the screen, and a few beyond, are in the document. */
export function RowsGrid(props: RowsGridProps) {
  const { ref: handle, ...rest } = props;
  const { name, tab, writable, onOpen, onMove, onAdd } = rest;
  const id = useId();
  const rows = useRows(name);
  const { columns, total, pages, fresh, sort, query } = rows;
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useSelection({ rows: total, columns: columns.length + 1, minCell: { row: HEAD, column: 0 } });
  const { selection, range, pick } = grid;
  const { active } = selection;
  const [rowHeight] = useState(readRowHeight);
  const dimensions = { rows: total, rowHeight, head: HEAD_HEIGHT, side: ID_WIDTH, widths: rows.widths };
  const scroll = useGridScroll(scroller, selection, dimensions);
  const { lines, items, page } = scroll;
  useEffect(() => scroller.current?.scrollTo({ top: 0 }), [query]);
  useEffect(() => (active.row === HEAD ? undefined : onMove(active.row)), [onMove, active.row]);
  useSeen(name, lines.first, lines.last);
  const { sortBy, ...handlers } = useGridHandlers(rest, rows);
  const sizing = useColumnSizing(tabKey(name));
  const leave = useLatest((down: number, right: number) => {
    scroller.current?.focus({ preventScroll: true });
    if (down === 0 && right === 0) return;
    pick({ row: Math.max(0, active.row + down), column: Math.max(1, active.column + right) });
  });
  const { editing, onEdit, shouldLoad } = useEditing(writable, leave);
  const onKeys = gridKeys(grid, { page, onEdit, ...handlers });
  useImperativeHandle(handle, () => ({
    goTo: (row) => pick({ row: Math.max(0, row), column: active.column }),
    focus: () => scroller.current?.focus(),
  }));
  const activeColumn = columns[active.column - 1];
  const sized = activeColumn && { column: activeColumn.key, width: rows.widths[active.column - 1] ?? 0 };
  const edit = writable ? (cell: Cell) => editing.handle.current?.begin(cell) : undefined;
  const isMarking = !isOneCell(range) && active.row !== HEAD;
  return (
    <>
      <GridFrame
        as={Scroller}
        scroller={scroller}
        id={id}
        grid={grid}
        scroll={scroll}
        announcement={sizing.announcement}
        aria-label={`Rows of ${tab.title}`}
        aria-readonly={writable ? undefined : true}
        aria-busy={rows.outdated || undefined}
        data-rows=""
        onKeys={(event) => sizing.onKey(event, sized) || onKeys(event)}
      >
        <GridHead
          grid={id}
          columns={columns}
          items={items}
          sort={sort}
          sizing={sizing}
          active={active.row === HEAD ? active.column : undefined}
          onSort={sortBy}
        />
        <Rows role="rowgroup" style={{ height: lines.height }} {...rowsMouse({ pick, open: onOpen, edit })}>
          {lines.shown.map(({ index, top }) => {
            const row = rowAt(pages, index);
            return (
              <GridRow
                key={index % MAX_ELEMENTS}
                grid={id}
                index={index}
                top={top}
                row={row}
                columns={columns}
                items={items}
                active={index === active.row ? active.column : undefined}
                marked={isMarking ? selectedColumnsIn(range, index) : undefined}
                fresh={row && fresh[row._id]}
                edits={editing.editsOf?.(row?._id)}
              />
            );
          })}
        </Rows>
      </GridFrame>
      {shouldLoad && (
        <EditLayer
          name={name}
          columns={columns}
          scroller={scroller}
          active={active}
          range={range}
          onOpen={onOpen}
          onAdd={onAdd}
          leave={leave}
          {...editing}
          activeId={cellId(id, active)}
        />
      )}
      <MissingRows name={name} />
      <GridFoot
        total={total}
        writable={writable}
        all={tab.rows}
        columns={columns.length}
        first={lines.first}
        last={lines.last}
        isFiltered={rows.isFiltered}
      />
    </>
  );
}
