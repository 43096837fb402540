import type { Place } from '../state/sheetState';

/** What is marked: from the anchor to the active cell; whole rows or columns, where they were chosen as such. */
export interface Selection {
  readonly active: Place;
  readonly anchor: Place;
  readonly whole?: 'rows' | 'columns' | undefined;
}

/** A rectangle of cells, both ends included. */
export interface Range {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
}

export const firstCell: Selection = { active: { row: 1, column: 1 }, anchor: { row: 1, column: 1 } };

export const at = (place: Place): Selection => ({ active: place, anchor: place });

export function rangeOf({ active, anchor, whole }: Selection, { rows, columns }: GridSize): Range {
  const range = {
    top: Math.min(active.row, anchor.row),
    left: Math.min(active.column, anchor.column),
    bottom: Math.max(active.row, anchor.row),
    right: Math.max(active.column, anchor.column),
  };
  if (whole === 'rows') return { ...range, left: 1, right: columns };
  return whole === 'columns' ? { ...range, top: 1, bottom: rows } : range;
}

export const isOneCell = ({ top, left, bottom, right }: Range) => top === bottom && left === right;

/** Every place of a range, row by row. */
export const placesOf = ({ top, left, bottom, right }: Range): Place[] =>
  Array.from({ length: (bottom - top + 1) * (right - left + 1) }, (_, index) => {
    const width = right - left + 1;
    return { row: top + Math.floor(index / width), column: left + (index % width) };
  });

/** A key, and what is held with it. */
export interface Pressed {
  readonly key: string;
  /** Ctrl, or the command key: to the edge. */
  readonly edge: boolean;
}

interface Room extends GridSize {
  /** Rows that Page up and Page down go over. */
  readonly page: number;
}

type Move = (place: Place, room: Room, edge: boolean) => Place;

const moves: Readonly<Record<string, Move>> = {
  ArrowUp: ({ row, column }, _room, edge) => ({ row: edge ? 1 : row - 1, column }),
  ArrowDown: ({ row, column }, { rows }, edge) => ({ row: edge ? rows : row + 1, column }),
  ArrowLeft: ({ row, column }, _room, edge) => ({ row, column: edge ? 1 : column - 1 }),
  ArrowRight: ({ row, column }, { columns }, edge) => ({ row, column: edge ? columns : column + 1 }),
  PageUp: ({ row, column }, { page }) => ({ row: row - page, column }),
  PageDown: ({ row, column }, { page }) => ({ row: row + page, column }),
  Home: ({ row }, _room, edge) => ({ row: edge ? 1 : row, column: 1 }),
  End: ({ row }, { rows, columns }, edge) => ({ row: edge ? rows : row, column: columns }),
};

const within = (value: number, count: number) => Math.max(1, Math.min(count, value));

export const inside = ({ row, column }: Place, { rows, columns }: GridSize): Place => ({
  row: within(row, rows),
  column: within(column, columns),
});

/** Where a key leads from a cell; undefined when it does not move. */
export function moved(place: Place, { key, edge }: Pressed, room: Room): Place | undefined {
  const next = moves[key]?.(place, room, edge);
  return next && inside(next, room);
}

/** The next cell, or the one before, row by row; undefined beyond the last and the first. */
export function nextCell({ row, column }: Place, back: boolean, { rows, columns }: GridSize): Place | undefined {
  const index = (row - 1) * columns + (column - 1) + (back ? -1 : 1);
  if (index < 0 || index >= rows * columns) return undefined;
  return { row: Math.floor(index / columns) + 1, column: (index % columns) + 1 };
}
