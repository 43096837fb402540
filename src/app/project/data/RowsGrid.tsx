import { useId, useImperativeHandle, useRef, type Ref } from 'react';
import { rowAt } from '../rows/endpointSelectors';
import { cellsCopied, sortPressed } from '../rows/endpointSlice';
import { MissingRows } from './NoRows';
import { GridFoot } from './GridFoot';
import { GridHead } from './GridHead';
import { Canvas, Rows, Scroller } from './gridStyles';
import { cellId, HEAD, type Cell, type CellRange } from '../../grid/gridMoves';
import { GridRow } from './GridRow';
import { rowsMouse } from './useGridKeys';
import { Unseen } from '../../ui/display/text';
import { showCut, useColumnSizing } from './useColumnSizing';
import type { TabName } from '../rows/rowsState';
import { useGridScroll } from './useGridScroll';
import { useGridKeys } from './useGridKeys';
import { useRows, useSeen } from './useRows';
import { useAppDispatch } from '../../storeHooks';

/** What others may do with the grid. */
export interface GridHandle {
  /** Makes a row the active one, and brings it onto the screen. */
  readonly goTo: (row: number) => void;
  readonly focus: () => void;
}

interface RowsGridProps {
  readonly ref?: Ref<GridHandle>;
  readonly name: TabName;
  /** The tab's title. */
  readonly title: string;
  /** All rows of the tab, whether or not they are wanted. */
  readonly all: number;
  /** A row is to be read beside the grid. */
  readonly onOpen: (row: number) => void;
  /** Another row became the active one. */
  readonly onMove: (row: number) => void;
  /** The grid is left by Esc. */
  readonly onLeave: () => void;
}

type Rows = ReturnType<typeof useRows>;

/** What keys do with what is marked. */
function useGridActs({ name, onOpen, onLeave }: RowsGridProps, { columns }: Rows) {
  const dispatch = useAppDispatch();
  const keyOf = (column: number) => columns[column - 1]?.key ?? '_id';
  const onCopy = (range: CellRange) => {
    const count = range.columns.last - range.columns.first + 1;
    const keys = Array.from({ length: count }, (_, index) => keyOf(range.columns.first + index));
    dispatch(cellsCopied({ ...name, ...range.rows, columns: keys }));
  };
  const onEnter = ({ row, column }: Cell) => {
    if (row !== HEAD) onOpen(row);
    else if (column > 0) dispatch(sortPressed({ ...name, column: keyOf(column) }));
  };
  return { onCopy, onEnter, onLeave, sortBy: (column: string) => dispatch(sortPressed({ ...name, column })) };
}

/** More than rows are ever in the document: an element that scrolls out at one end comes in again at the other. */
const ELEMENTS = 64;

/** The rows of a tab. Only those on the screen, and a few beyond, are in the document. */
export function RowsGrid(props: RowsGridProps) {
  const { ref: handle, ...rest } = props;
  const { name, title, all, onOpen, onMove } = rest;
  const id = useId();
  const rows = useRows(name);
  const { columns, total, pages, fresh, sort } = rows;
  const scroller = useRef<HTMLDivElement>(null);
  const { lines, items, width, bring } = useGridScroll(scroller, rows);
  useSeen(name, lines.first, lines.last);
  const { sortBy, ...acts } = useGridActs(rest, rows);
  const sizing = useColumnSizing(name);
  const size = { rows: total, columns: columns.length + 1, page: Math.max(1, lines.last - lines.first) };
  const { active, range, pick, onKeyDown } = useGridKeys({ size, bring, onMove, ...acts });
  useImperativeHandle(handle, () => ({
    goTo(row) {
      pick({ row, column: active.column }, false);
      bring({ row, column: 0 });
    },
    focus: () => scroller.current?.focus(),
  }));
  const mouse = rowsMouse(pick, onOpen);
  const activeColumn = columns[active.column - 1];
  const sized = activeColumn && { column: activeColumn.key, width: rows.widths[active.column - 1] ?? 0 };
  const activeShown = active.row === HEAD || lines.shown.some(({ index }) => index === active.row);
  const isMarked = (row: number) => range && row >= range.rows.first && row <= range.rows.last;
  return (
    <>
      <Scroller
        ref={scroller}
        role="grid"
        aria-label={`Rows of ${title}`}
        aria-readonly="true"
        aria-multiselectable="true"
        aria-busy={rows.outdated || undefined}
        aria-rowcount={total + 1}
        aria-colcount={columns.length + 1}
        aria-activedescendant={activeShown ? cellId(id, active.row, active.column) : undefined}
        tabIndex={0}
        onKeyDown={(event) => sizing.onKey(event, sized) || onKeyDown(event)}
      >
        <Canvas role="presentation" style={{ width }}>
          <GridHead
            {...{ grid: id, columns, items, sort }}
            active={active.row === HEAD ? active.column : undefined}
            onSort={sortBy}
            sizing={sizing}
          />
          <Rows role="rowgroup" style={{ height: lines.height }} {...mouse} onMouseOver={showCut}>
            {lines.shown.map(({ index, top }) => {
              const row = rowAt(pages, index);
              return (
                <GridRow
                  key={index % ELEMENTS}
                  {...{ grid: id, index, top, row, columns, items }}
                  active={index === active.row ? active.column : undefined}
                  marked={isMarked(index) ? range?.columns : undefined}
                  fresh={row && fresh[row._id]}
                />
              );
            })}
          </Rows>
        </Canvas>
      </Scroller>
      <Unseen role="status">{sizing.said}</Unseen>
      <MissingRows name={name} />
      <GridFoot
        {...{ total, all }}
        columns={columns.length}
        first={lines.first}
        last={lines.last}
        chosen={rows.chosen}
      />
    </>
  );
}
