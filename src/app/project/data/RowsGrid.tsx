import { Suspense, useCallback, useId, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { rowAt } from '../rows/endpointSelectors';
import { cellsCopied, sortPressed } from '../rows/endpointSlice';
import { MissingRows } from './NoRows';
import { GridFoot } from './GridFoot';
import { GridHead } from './GridHead';
import { Canvas, Rows, Scroller } from './gridStyles';
import { cellId, HEAD, placed, type Cell, type CellRange } from '../../grid/gridMoves';
import { GridRow } from './GridRow';
import { rowsMouse } from './useGridKeys';
import { Unseen } from '../../ui/display/text';
import { showCut, useColumnSizing } from './useColumnSizing';
import type { TabName } from '../rows/rowsState';
import { useGridScroll } from './useGridScroll';
import { useGridKeys, type EditKey, type Pressed } from './useGridKeys';
import { useRows, useSeen } from './useRows';
import { lazyPart } from '../../ui/overlays/lazyPart';
import type { EditHandle } from '../edit/EditLayer';
import type { EditsOf } from '../edit/useRowEdits';
import { useIdle, useLatest } from './useGridScroll';
import { useAppDispatch } from '../../storeHooks';

const EditLayer = lazyPart(
  async () => (await import(/* webpackChunkName: "editing" */ '../edit/EditLayer')).EditLayer,
  () => null,
);

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
  /** Whether cells can be edited. */
  readonly writable: boolean;
  /** A row is to be read beside the grid. */
  readonly onOpen: (row: number) => void;
  /** Another row became the active one. */
  readonly onMove: (row: number) => void;
  /** A row is to be added. */
  readonly onAdd: () => void;
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

/** Keys that edit, where cells can be edited. */
const EDITS = ['Enter', 'F2', 'Delete', 'Backspace'];

const isEdit = ({ key, ctrlKey, metaKey, altKey }: Pressed) =>
  EDITS.includes(key) || (key.length === 1 && !ctrlKey && !metaKey && !altKey);

/** Editing comes in a file of its own, when there is time or with the first key: those that are pressed until then are kept. */
function useEditing(writable: boolean) {
  const isIdle = useIdle();
  const [early, setEarly] = useState<readonly Pressed[]>([]);
  const [editsOf, setEditsOf] = useState<EditsOf>();
  const handle = useRef<EditHandle>(null);
  const setEdits = useCallback((next: EditsOf) => setEditsOf(() => next), []);
  const onEdit: EditKey = (pressed, active, range) => {
    if (!writable) return false;
    if (handle.current !== null) return handle.current.key(pressed, active, range);
    const isValue = active.row !== HEAD && active.column > 0;
    if (!isValue || !isEdit(pressed)) return false;
    setEarly((before) => [...before, pressed]);
    return true;
  };
  const isWanted = writable && (isIdle || early.length > 0);
  return { editing: { handle, early, editsOf: writable ? editsOf : undefined, setEdits }, onEdit, isWanted };
}

/** More than rows are ever in the document: an element that scrolls out at one end comes in again at the other. */
const ELEMENTS = 64;

/** The rows of a tab. Only those on the screen, and a few beyond, are in the document. */
export function RowsGrid(props: RowsGridProps) {
  const { ref: handle, ...rest } = props;
  const { name, title, all, writable, onOpen, onMove, onAdd } = rest;
  const id = useId();
  const rows = useRows(name);
  const { columns, total, pages, fresh, sort } = rows;
  const scroller = useRef<HTMLDivElement>(null);
  const { lines, items, width, bring } = useGridScroll(scroller, rows);
  useSeen(name, lines.first, lines.last);
  const { sortBy, ...acts } = useGridActs(rest, rows);
  const sizing = useColumnSizing(name);
  const size = { rows: total, columns: columns.length + 1, page: Math.max(1, lines.last - lines.first) };
  const { editing, onEdit, isWanted } = useEditing(writable);
  const { active, range, isMarking, pick, onKeyDown } = useGridKeys({ size, bring, onMove, onEdit, ...acts });
  const leave = useLatest((down: number, right: number) => {
    const next = placed({ row: Math.max(0, active.row + down), column: Math.max(1, active.column + right) }, size);
    scroller.current?.focus({ preventScroll: true });
    if (down === 0 && right === 0) return;
    pick(next, false);
    bring(next);
  });
  useImperativeHandle(handle, () => ({
    goTo(row) {
      pick({ row, column: active.column }, false);
      bring({ row, column: 0 });
    },
    focus: () => scroller.current?.focus(),
  }));
  const activeColumn = columns[active.column - 1];
  const sized = activeColumn && { column: activeColumn.key, width: rows.widths[active.column - 1] ?? 0 };
  const mouse = rowsMouse({ pick, open: onOpen, edit: writable ? (cell) => editing.handle.current?.begin(cell) : undefined });
  const activeShown = active.row === HEAD || lines.shown.some(({ index }) => index === active.row);
  const isMarked = (row: number) => isMarking && row >= range.rows.first && row <= range.rows.last;
  return (
    <>
      <Scroller
        ref={scroller}
        role="grid"
        aria-label={`Rows of ${title}`}
        aria-readonly={writable ? undefined : true}
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
                  marked={isMarked(index) ? range.columns : undefined}
                  fresh={row && fresh[row._id]}
                  edits={editing.editsOf?.(row?._id)}
                />
              );
            })}
          </Rows>
        </Canvas>
      </Scroller>
      <Unseen role="status">{sizing.said}</Unseen>
      {isWanted && (
        <Suspense fallback={null}>
          <EditLayer
            {...{ name, columns, scroller, active, range, onOpen, onAdd, leave }}
            {...{ handle: editing.handle, early: editing.early, onEdits: editing.setEdits }}
            activeId={cellId(id, active.row, active.column)}
          />
        </Suspense>
      )}
      <MissingRows name={name} />
      <GridFoot
        {...{ total, all }}
        columns={columns.length}
        first={lines.first}
        last={lines.last}
        chosen={rows.chosen}
        writable={writable}
      />
    </>
  );
}
