/** Row of the grid's head. */
export const HEAD = -1;

/** A place in the grid, from 0; column 0 is `_id`, row -1 the head. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows that Page up and Page down go over. */
  readonly page: number;
}

interface Keys {
  readonly key: string;
  /** Ctrl, or the command key: to the edge of the grid. */
  readonly edge: boolean;
}

type Move = (cell: Cell, size: GridSize, edge: boolean) => Cell;

const moves: Readonly<Record<string, Move>> = {
  ArrowUp: ({ row, column }, _size, edge) => ({ row: edge ? Math.min(0, row) : row - 1, column }),
  ArrowDown: ({ row, column }, { rows }, edge) => ({ row: edge ? rows - 1 : row + 1, column }),
  ArrowLeft: ({ row, column }, _size, edge) => ({ row, column: edge ? 0 : column - 1 }),
  ArrowRight: ({ row, column }, { columns }, edge) => ({ row, column: edge ? columns - 1 : column + 1 }),
  PageUp: ({ row, column }, { page }) => ({ row: Math.max(Math.min(0, row), row - page), column }),
  PageDown: ({ row, column }, { page }) => ({ row: row + page, column }),
  Home: ({ row }, _size, edge) => ({ row: edge ? Math.min(0, row) : row, column: 0 }),
  End: ({ row }, { rows, columns }, edge) => ({ row: edge ? rows - 1 : row, column: columns - 1 }),
};

const within = (value: number, least: number, count: number) => Math.max(least, Math.min(count - 1, value));

/** A place, inside the grid. */
export const placed = ({ row, column }: Cell, size: GridSize): Cell => ({
  row: within(row, HEAD, size.rows),
  column: within(column, 0, size.columns),
});

/** Where a key leads from a cell; undefined when it does not move. */
export function moved(cell: Cell, { key, edge }: Keys, size: GridSize): Cell | undefined {
  const next = moves[key]?.(cell, size, edge);
  return next && placed(next, size);
}

/** Cells between two corners, all included. */
export interface CellRange {
  readonly rows: { readonly first: number; readonly last: number };
  readonly columns: { readonly first: number; readonly last: number };
}

const between = (one: number, other: number) => ({ first: Math.min(one, other), last: Math.max(one, other) });

/** The cells that are marked from one corner to the other; the head is never among several. */
export const rangeOf = (anchor: Cell, active: Cell): CellRange => ({
  rows: between(Math.max(0, anchor.row), Math.max(0, active.row)),
  columns: between(anchor.column, active.column),
});

/** Id of a cell's element, by which the grid names its active cell. */
export const cellId = (grid: string, row: number, column: number) => `${grid}-${row}-${column}`;
