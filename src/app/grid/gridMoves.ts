/** Row number of the header. */
export const HEAD = -1;

/** Position of a cell: rows from 0, columns from 1; column 0 is the sticky column at the left, row -1 the header. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  readonly rows: number;
  /** Number of columns, including the sticky one at the left. */
  readonly columns: number;
  /** First cell that can be active; excludes the header or the sticky column where these cannot be. */
  readonly minCell: Cell;
  /** The last filled row and column, where blank ones follow. */
  readonly filled?: Cell | undefined;
}

/** A rectangle of cells, both ends included. */
export interface CellRange {
  readonly rows: { readonly first: number; readonly last: number };
  readonly columns: { readonly first: number; readonly last: number };
}

/** The selection: from the anchor to the active cell, extended to whole rows or columns if these were selected. */
export interface Selection {
  readonly active: Cell;
  readonly anchor: Cell;
  readonly whole?: 'rows' | 'columns' | undefined;
  /** Whether a click has selected it, so that the grid does not scroll under the pointer. */
  readonly isPressed?: boolean;
}

interface Keys {
  readonly key: string;
  /** Whether Ctrl or the command key is pressed, which moves to the edge of the grid. */
  readonly edge: boolean;
  /** Number of rows that Page Up and Page Down move by. */
  readonly page: number;
}

type Move = (cell: Cell, size: GridSize, keys: Keys) => Partial<Cell>;

/** Returns the edge towards the end: first that of the filled cells, then that of the grid. */
const endOf = (from: number, count: number, filled = count - 1) => (from < filled ? filled : count - 1);

const moves: Readonly<Record<string, Move>> = {
  ArrowUp: ({ row }, _size, { edge }) => ({ row: edge ? Math.min(0, row) : row - 1 }),
  ArrowDown: ({ row }, { rows, filled }, { edge }) => ({ row: edge ? endOf(row, rows, filled?.row) : row + 1 }),
  ArrowLeft: ({ column }, _size, { edge }) => ({ column: edge ? 0 : column - 1 }),
  ArrowRight: ({ column }, { columns, filled }, { edge }) => ({
    column: edge ? endOf(column, columns, filled?.column) : column + 1,
  }),
  PageUp: ({ row }, _size, { page }) => ({ row: Math.max(Math.min(0, row), row - page) }),
  PageDown: ({ row }, _size, { page }) => ({ row: row + page }),
  Home: ({ row }, _size, { edge }) => ({ row: edge ? Math.min(0, row) : row, column: 0 }),
  End: ({ row, column }, { rows, columns, filled }, { edge }) => ({
    row: edge ? endOf(-1, rows, filled?.row) : row,
    column: endOf(edge ? -1 : column, columns, filled?.column),
  }),
};

const clamp = (value: number, least: number, count: number) => Math.max(least, Math.min(count - 1, value));

/** Clamps a position to the grid. */
export const clampCell = ({ row, column }: Cell, { rows, columns, minCell }: GridSize): Cell => ({
  row: clamp(row, minCell.row, rows),
  column: clamp(column, minCell.column, columns),
});

/** Returns the cell that a key moves to; undefined if it is no key that moves. */
export function moveByKey(cell: Cell, keys: Keys, size: GridSize): Cell | undefined {
  const next = moves[keys.key]?.(cell, size, keys);
  return next && clampCell({ ...cell, ...next }, size);
}

/** Returns the next or previous cell, row by row; undefined after the last and before the first. */
export function nextCell({ row, column }: Cell, back: boolean, { rows, columns, minCell }: GridSize): Cell | undefined {
  const width = columns - minCell.column;
  const index = row * width + (column - minCell.column) + (back ? -1 : 1);
  if (index < 0 || index >= rows * width) return undefined;
  return { row: Math.floor(index / width), column: (index % width) + minCell.column };
}

/** Returns the selection of one cell. */
export const singleCell = (cell: Cell): Selection => ({ active: cell, anchor: cell });

const between = (a: number, b: number) => ({ first: Math.min(a, b), last: Math.max(a, b) });

/** Returns the selected cells; a range never includes the header. */
export function rangeOf({ active, anchor, whole }: Selection, { rows, columns, minCell }: GridSize): CellRange {
  const range = {
    rows: between(Math.max(0, anchor.row), Math.max(0, active.row)),
    columns: between(anchor.column, active.column),
  };
  if (whole === 'rows') return { ...range, columns: { first: minCell.column, last: columns - 1 } };
  return whole === 'columns' ? { ...range, rows: { first: 0, last: rows - 1 } } : range;
}

/** Returns the numbers of a range of rows or columns. */
export const rangeIndexes = ({ first, last }: CellRange['rows']) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);

const isInRange = ({ first, last }: CellRange['rows'], at: number) => at >= first && at <= last;

export const isInside = ({ rows, columns }: CellRange, { row, column }: Cell) =>
  isInRange(rows, row) && isInRange(columns, column);

/** Returns the selected columns of a row; undefined if it has none. */
export const selectedColumnsIn = ({ rows, columns }: CellRange, row: number) =>
  isInRange(rows, row) ? columns : undefined;

export const isOneCell = ({ rows, columns }: CellRange) => rows.first === rows.last && columns.first === columns.last;
