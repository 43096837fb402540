import { useCallback, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { HEAD, moved, placed, rangeOf, type Cell, type CellRange, type GridSize } from '../../grid/gridMoves';

/** A key, and what is held with it. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** What a key does to cells; says whether it did something. */
export type EditKey = (pressed: Pressed, active: Cell, range: CellRange) => boolean;

interface GridKeys {
  readonly size: GridSize;
  /** Brings a cell onto the screen. */
  readonly bring: (cell: Cell) => void;
  /** Another row became the active one. */
  readonly onMove: (row: number) => void;
  /** ⌘C, with what is marked. */
  readonly onCopy: (range: CellRange) => void;
  /** What keys do to cells; says of a key whether it did something. */
  readonly onEdit: EditKey;
  /** Enter: on a cell, or on a column's head. */
  readonly onEnter: (cell: Cell) => void;
  /** Esc when nothing is marked. */
  readonly onLeave: () => void;
}

interface Marked {
  readonly active: Cell;
  /** Where the marking began. */
  readonly anchor: Cell;
}

const BEGINNING: Cell = { row: 0, column: 0 };

const isInside = ({ rows, columns }: CellRange, { row, column }: Cell) =>
  row >= rows.first && row <= rows.last && column >= columns.first && column <= columns.last;

const isOne = ({ rows, columns }: CellRange) => rows.first === rows.last && columns.first === columns.last;

/** The active cell, what is marked around it, and what keys do in the grid: move, mark, copy, open, leave. */
export function useGridKeys({ size, bring, onMove, onCopy, onEdit, onEnter, onLeave }: GridKeys) {
  const [marked, setMarked] = useState<Marked>({ active: BEGINNING, anchor: BEGINNING });
  const active = placed(marked.active, size);
  const range = rangeOf(placed(marked.anchor, size), active);
  const isMarking = !isOne(range) && active.row !== HEAD;
  const pick = useCallback(
    (next: Cell, extend: boolean, keep = false) => {
      setMarked((before) => {
        if (keep && isInside(rangeOf(before.anchor, before.active), next)) return before;
        return { active: next, anchor: extend && before.anchor.row !== HEAD ? before.anchor : next };
      });
      if (next.row !== HEAD) onMove(next.row);
    },
    [onMove],
  );
  const onEscape = () => (isMarking ? setMarked({ active, anchor: active }) : onLeave());
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isGrids = event.target === event.currentTarget && !event.nativeEvent.isComposing;
    if (isGrids && onEdit(event, active, range)) return event.preventDefault();
    const edge = event.ctrlKey || event.metaKey;
    if (edge && event.key.toLowerCase() === 'c' && window.getSelection()?.isCollapsed !== false) onCopy(range);
    if (event.key === 'Enter' && event.target === event.currentTarget) onEnter(active);
    if (event.key === 'Escape') onEscape();
    const next = moved(active, { key: event.key, edge }, size);
    if (next === undefined) return;
    event.preventDefault();
    pick(next, event.shiftKey);
    bring(next);
  };
  return { active, range, isMarking, pick, onKeyDown };
}

/** The cell an element stands in, by what screen readers are told of it. */
function cellOf(target: EventTarget): Cell | undefined {
  const element = target instanceof Element ? target.closest('[role="gridcell"]') : null;
  const row = element?.closest('[role="row"]')?.getAttribute('aria-rowindex');
  const column = element?.getAttribute('aria-colindex');
  return row && column ? { row: Number(row) - 2, column: Number(column) - 1 } : undefined;
}

interface RowsMouse {
  readonly pick: (cell: Cell, extend: boolean, keep?: boolean) => void;
  readonly open: (row: number) => void;
  /** Edits a cell; undefined where none can be. */
  readonly edit: ((cell: Cell) => void) | undefined;
}

/** Whether fingers press, which have no second kind of press, or there is little room. */
const isTouch = () => window.matchMedia?.('(pointer: coarse), (max-width: 760px)').matches ?? false;

/**
 * What the mouse does on rows: a press makes a cell the active one, one on an id opens its row; two edit a cell, or open its row
 * where nothing can be edited.
 */
export const rowsMouse = ({ pick, open, edit }: RowsMouse) => ({
  onMouseDown({ target, shiftKey, button }: MouseEvent) {
    const cell = cellOf(target);
    if (cell) pick(cell, shiftKey, button !== 0);
  },
  onClick({ target, shiftKey }: MouseEvent) {
    const cell = cellOf(target);
    if (cell && !shiftKey && (cell.column === 0 || isTouch())) open(cell.row);
  },
  onDoubleClick({ target }: MouseEvent) {
    const cell = cellOf(target);
    if (cell === undefined) return;
    if (edit === undefined || cell.column === 0) open(cell.row);
    else edit(cell);
  },
});
