import { type KeyboardEvent, useState } from 'react';
import { at, type Cell, type GridSize, HEAD, isInside, moved, placed, rangeOf, type Selection } from './gridMoves';

interface Pick {
  /** Marks what lies between. A head is never among what is marked. */
  readonly extend?: boolean;
  /** A press: the cell is under the pointer. */
  readonly isPressed?: boolean;
  /** What is marked stays, where the cell is part of it. */
  readonly keep?: boolean;
}

/** The active cell and what is marked around it, always inside the grid, and how they change. */
export function useSelection(size: GridSize) {
  const [chosen, select] = useState<Selection>(() => at({ row: 0, column: 0 }));
  const selection: Selection = {
    ...chosen,
    active: placed(chosen.active, size),
    anchor: placed(chosen.anchor, size),
  };
  const range = rangeOf(selection, size);
  const pick = (cell: Cell, { extend = false, isPressed = false, keep = false }: Pick = {}) =>
    select((before) => {
      const active = placed(cell, size);
      if (keep && isInside(rangeOf(before, size), active)) return before;
      const anchor = extend && before.anchor.row !== HEAD ? before.anchor : active;
      return { active, anchor, isPressed };
    });
  /** Moves the active cell; says whether the key does that. @param page rows that Page up and Page down go over */
  const move = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent, page: number): boolean => {
    const next = moved(selection.active, { key, page, edge: ctrlKey || metaKey }, size);
    if (next !== undefined) pick(next, { extend: shiftKey });
    return next !== undefined;
  };
  return { size, selection, range, select, pick, move };
}

export type GridSelection = ReturnType<typeof useSelection>;
