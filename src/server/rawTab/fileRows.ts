import type { RawCell, RichCell } from './rawCells';
import { isRowChange, type Reshape } from './reshape';

/**
 * What a tab's file held where the tab holds something else by now, so that it can be told which values of formulas are older than
 * what they were calculated from.
 */
export interface FileRows {
  /** Number of the last row of the file: whatever stands below it is new. */
  readonly lastRow: number;
  /** Rows of the file that are others now, in their order, each as it was; no cells for one that was blank. */
  readonly rows: readonly (readonly [row: number, cells: readonly RawCell[]])[];
  /** The first row that rows were inserted at, or removed from; 1 where too much has changed to be listed. */
  readonly movedRow?: number;
  /** The same for columns. */
  readonly movedColumn?: number;
}

/** Cells in `rows` at most: all of it is read with the head of the tab. */
const CELLS_MOST = 100_000;

const richOf = (cell: RawCell): Omit<RichCell, 'text'> => {
  if (typeof cell === 'object' && cell !== null) return cell;
  return { kind: typeof cell === 'string' ? 'text' : typeof cell === 'number' ? 'number' : 'boolean', value: cell };
};

const isBlank = (cell: RawCell | undefined) => cell === undefined || cell === null || cell === '';

/** Whether two cells hold the same, however it is displayed. */
function holdsSame(one: RawCell | undefined, other: RawCell | undefined): boolean {
  if (one === other) return true;
  if (isBlank(one) || isBlank(other)) return isBlank(one) && isBlank(other);
  const [a, b] = [richOf(one ?? null), richOf(other ?? null)];
  return a.kind === b.kind && a.value === b.value && a.formula === b.formula;
}

/** The 0-based columns in which two rows hold something else. */
export function differingColumns(one: readonly RawCell[], other: readonly RawCell[]): number[] {
  const columns: number[] = [];
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    if (!holdsSame(one[at], other[at])) columns.push(at);
  }
  return columns;
}

/** Keeps {@link FileRows} while rows are written. */
export class FileRowsKeeper {
  readonly #rows: Map<number, readonly RawCell[]>;
  #cells = 0;
  #lastRow: number | undefined;
  #movedRow: number | undefined;

  /** @param before what is known so far; undefined where the tab is as its file */
  constructor(private readonly before: FileRows | undefined) {
    this.#rows = new Map(before?.rows);
    for (const cells of this.#rows.values()) this.#cells += cells.length + 1;
    this.#lastRow = before?.lastRow;
    this.#movedRow = before?.movedRow;
  }

  /** Says which row is the last of the tab; of one that is as its file, that is the file's. */
  sawLast(row: number): void {
    this.#lastRow ??= row;
  }

  /** Notes what a row held before it was written, and what it holds now. */
  note(row: number, before: readonly RawCell[], after: readonly RawCell[]): void {
    if (row > (this.#lastRow ?? Infinity) || row >= (this.#movedRow ?? Infinity)) return;
    const known = this.#rows.get(row);
    const file = known ?? before;
    const isChanged = differingColumns(file, after).length > 0;
    if (isChanged === (known !== undefined)) return;
    if (isChanged) this.#rows.set(row, file);
    else this.#rows.delete(row);
    this.#cells += (isChanged ? 1 : -1) * (file.length + 1);
    if (this.#cells > CELLS_MOST) this.#giveUp();
  }

  end(): FileRows {
    return {
      lastRow: this.#lastRow ?? 0,
      rows: [...this.#rows].toSorted(([one], [other]) => one - other),
      ...(this.#movedRow !== undefined && { movedRow: this.#movedRow }),
      ...(this.before?.movedColumn !== undefined && { movedColumn: this.before.movedColumn }),
    };
  }

  #giveUp() {
    this.#movedRow = 1;
    this.#rows.clear();
  }
}

/** What is known after rows (or columns) were inserted or removed from one on: all of those behind count as changed from now on. */
export function afterMove(file: FileRows, reshape: Reshape): FileRows {
  const { at } = reshape;
  if (!isRowChange(reshape)) return { ...file, movedColumn: Math.min(at, file.movedColumn ?? at) };
  const movedRow = Math.min(at, file.movedRow ?? at);
  return { ...file, movedRow, rows: file.rows.filter(([row]) => row < movedRow) };
}
