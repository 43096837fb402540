import { useCallback, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { HEAD, moved, placed, rangeOf, type Cell, type CellRange, type GridSize } from '../../grid/gridMoves';

interface GridKeys {
  readonly size: GridSize;
  /** Brings a cell onto the screen. */
  readonly bring: (cell: Cell) => void;
  /** Another row became the active one. */
  readonly onMove: (row: number) => void;
  /** ⌘C, with what is marked. */
  readonly onCopy: (range: CellRange) => void;
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

const isOne = ({ rows, columns }: CellRange) => rows.first === rows.last && columns.first === columns.last;

/** The active cell, what is marked around it, and what keys do in the grid: move, mark, copy, open, leave. */
export function useGridKeys({ size, bring, onMove, onCopy, onEnter, onLeave }: GridKeys) {
  const [marked, setMarked] = useState<Marked>({ active: BEGINNING, anchor: BEGINNING });
  const active = placed(marked.active, size);
  const range = rangeOf(placed(marked.anchor, size), active);
  const isMarking = !isOne(range) && active.row !== HEAD;
  const pick = useCallback(
    (next: Cell, extend: boolean) => {
      setMarked(({ anchor }) => ({ active: next, anchor: extend && anchor.row !== HEAD ? anchor : next }));
      if (next.row !== HEAD) onMove(next.row);
    },
    [onMove],
  );
  const onEscape = () => (isMarking ? setMarked({ active, anchor: active }) : onLeave());
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
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
  return { active, range: isMarking ? range : undefined, pick, onKeyDown };
}

/** The cell an element stands in, by what screen readers are told of it. */
function cellOf(target: EventTarget): Cell | undefined {
  const element = target instanceof Element ? target.closest('[role="gridcell"]') : null;
  const row = element?.closest('[role="row"]')?.getAttribute('aria-rowindex');
  const column = element?.getAttribute('aria-colindex');
  return row && column ? { row: Number(row) - 2, column: Number(column) - 1 } : undefined;
}

/** Whether fingers press, which have no second kind of press. */
const isTouch = () => window.matchMedia?.('(pointer: coarse)').matches ?? false;

/**
 * What the mouse does on rows: a press makes a cell the active one, one on an id and a double one anywhere open its row. A finger opens
 * it by one press.
 */
export const rowsMouse = (pick: (cell: Cell, extend: boolean) => void, open: (row: number) => void) => ({
  onMouseDown({ target, shiftKey }: MouseEvent) {
    const cell = cellOf(target);
    if (cell) pick(cell, shiftKey);
  },
  onClick({ target, shiftKey }: MouseEvent) {
    const cell = cellOf(target);
    if (cell && !shiftKey && (cell.column === 0 || isTouch())) open(cell.row);
  },
  onDoubleClick({ target }: MouseEvent) {
    const cell = cellOf(target);
    if (cell) open(cell.row);
  },
});
