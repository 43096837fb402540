/** Row of the grid's head. */
export const HEAD = -1;

/** A place in the grid: rows from 0, columns from 1; column 0 is what stands at the left of the rows, row -1 the head. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  readonly rows: number;
  /** With the one at the left. */
  readonly columns: number;
  /** The first place that can be active: the head and the column at the left may be left out. */
  readonly least: Cell;
  /** The last filled row and column, where blank ones follow. */
  readonly filled?: Cell | undefined;
}

/** Cells between two corners, all included. */
export interface CellRange {
  readonly rows: { readonly first: number; readonly last: number };
  readonly columns: { readonly first: number; readonly last: number };
}

/** What is marked: from the anchor to the active cell; whole rows or columns, where they were chosen as such. */
export interface Selection {
  readonly active: Cell;
  readonly anchor: Cell;
  readonly whole?: 'rows' | 'columns' | undefined;
  /** A press has chosen it: it is on the screen, and nothing moves under the pointer. */
  readonly isPressed?: boolean;
}

interface Keys {
  readonly key: string;
  /** Ctrl, or the command key: to the edge of the grid. */
  readonly edge: boolean;
  /** Rows that Page up and Page down go over. */
  readonly page: number;
}

type Move = (cell: Cell, size: GridSize, keys: Keys) => Partial<Cell>;

/** Returns the end in a direction: the last filled row or column first, then the last one of the grid. */
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

const within = (value: number, least: number, count: number) => Math.max(least, Math.min(count - 1, value));

/** A place, inside the grid. */
export const placed = ({ row, column }: Cell, { rows, columns, least }: GridSize): Cell => ({
  row: within(row, least.row, rows),
  column: within(column, least.column, columns),
});

/** Where a key leads from a cell; undefined when it does not move. */
export function moved(cell: Cell, keys: Keys, size: GridSize): Cell | undefined {
  const next = moves[keys.key]?.(cell, size, keys);
  return next && placed({ ...cell, ...next }, size);
}

/** The next cell, or the one before, row by row; undefined beyond the last and the first. */
export function nextCell({ row, column }: Cell, back: boolean, { rows, columns, least }: GridSize): Cell | undefined {
  const width = columns - least.column;
  const index = row * width + (column - least.column) + (back ? -1 : 1);
  if (index < 0 || index >= rows * width) return undefined;
  return { row: Math.floor(index / width), column: (index % width) + least.column };
}

/** One cell alone. */
export const at = (cell: Cell): Selection => ({ active: cell, anchor: cell });

const between = (one: number, other: number) => ({ first: Math.min(one, other), last: Math.max(one, other) });

/** The cells that are marked; the head is never among several. */
export function rangeOf({ active, anchor, whole }: Selection, { rows, columns, least }: GridSize): CellRange {
  const range = {
    rows: between(Math.max(0, anchor.row), Math.max(0, active.row)),
    columns: between(anchor.column, active.column),
  };
  if (whole === 'rows') return { ...range, columns: { first: least.column, last: columns - 1 } };
  return whole === 'columns' ? { ...range, rows: { first: 0, last: rows - 1 } } : range;
}

/** Every row, or every column, of a stretch of them. */
export const upTo = ({ first, last }: CellRange['rows']) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);

const isAmong = ({ first, last }: CellRange['rows'], at: number) => at >= first && at <= last;

export const isInside = ({ rows, columns }: CellRange, { row, column }: Cell) =>
  isAmong(rows, row) && isAmong(columns, column);

/** The marked columns of a row; undefined where it has none. */
export const markedIn = ({ rows, columns }: CellRange, row: number) => (isAmong(rows, row) ? columns : undefined);

export const isOneCell = ({ rows, columns }: CellRange) => rows.first === rows.last && columns.first === columns.last;
