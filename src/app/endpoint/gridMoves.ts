/** A place in the grid, from 0; column 0 is `_id`. */
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
  ArrowUp: ({ row, column }, _size, edge) => ({ row: edge ? 0 : row - 1, column }),
  ArrowDown: ({ row, column }, { rows }, edge) => ({ row: edge ? rows - 1 : row + 1, column }),
  ArrowLeft: ({ row, column }, _size, edge) => ({ row, column: edge ? 0 : column - 1 }),
  ArrowRight: ({ row, column }, { columns }, edge) => ({ row, column: edge ? columns - 1 : column + 1 }),
  PageUp: ({ row, column }, { page }) => ({ row: row - page, column }),
  PageDown: ({ row, column }, { page }) => ({ row: row + page, column }),
  Home: ({ row }, _size, edge) => ({ row: edge ? 0 : row, column: 0 }),
  End: ({ row }, { rows, columns }, edge) => ({ row: edge ? rows - 1 : row, column: columns - 1 }),
};

const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));

/** Where a key leads from a cell; undefined when it does not move. */
export function moved(cell: Cell, { key, edge }: Keys, size: GridSize): Cell | undefined {
  const next = moves[key]?.(cell, size, edge);
  return next && { row: within(next.row, size.rows), column: within(next.column, size.columns) };
}
