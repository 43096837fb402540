import { type KeyboardEvent, useState } from 'react';
import {
  singleCell,
  type Cell,
  type GridSize,
  HEAD,
  isInside,
  moveByKey,
  clampCell,
  rangeOf,
  type Selection,
} from './gridMoves';

interface Pick {
  /** Extends the selection from the anchor to the cell; a header is never part of it. */
  readonly extend?: boolean;
  /** The cell was clicked, so it is under the pointer. */
  readonly isPressed?: boolean;
  /** Keeps the selection if it contains the cell. */
  readonly keep?: boolean;
}

/** State of the active cell and the selected range, clamped to the grid. */
export function useSelection(size: GridSize) {
  const [chosen, select] = useState<Selection>(() => singleCell({ row: 0, column: 0 }));
  const selection: Selection = {
    ...chosen,
    active: clampCell(chosen.active, size),
    anchor: clampCell(chosen.anchor, size),
  };
  const range = rangeOf(selection, size);
  const pick = (cell: Cell, { extend = false, isPressed = false, keep = false }: Pick = {}) =>
    select((before) => {
      const active = clampCell(cell, size);
      if (keep && isInside(rangeOf(before, size), active)) return before;
      const anchor = extend && before.anchor.row !== HEAD ? before.anchor : active;
      return { active, anchor, isPressed };
    });
  /** Moves the active cell by a key. Returns whether the key was handled. @param page rows that Page Up and Page Down move by */
  const move = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent, page: number): boolean => {
    const next = moveByKey(selection.active, { key, page, edge: ctrlKey || metaKey }, size);
    if (next !== undefined) pick(next, { extend: shiftKey });
    return next !== undefined;
  };
  return { size, selection, range, select, pick, move };
}

export type GridSelection = ReturnType<typeof useSelection>;
