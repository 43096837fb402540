import type { RawCell, RichCell } from './rawCells';
import { isRowChange, type Reshape } from './reshape';

/**
 * Original rows of a tab's file that were changed since. They tell which formula results are older than the cells they were
 * calculated from.
 */
export interface FileRows {
  /** Last row of the file: rows below it are new. */
  readonly lastRow: number;
  /** Original cells of changed rows, in order; no cells for a row that was blank. */
  readonly rows: readonly (readonly [row: number, cells: readonly RawCell[]])[];
  /** First row at which rows were inserted or deleted; 1 if too many rows have changed to list them. */
  readonly movedRow?: number;
  /** Whether too many rows have changed to list them, and none was inserted or deleted. */
  readonly isUnlisted?: boolean | undefined;
  /** First column at which columns were inserted or deleted. */
  readonly movedColumn?: number;
}

/** Maximum cells in `rows`: all of them are read together with the head of the tab. */
const MAX_CELLS = 100_000;

/** Returns the content of a cell that is not blank, without its displayed text. */
function contentOf(cell: RawCell): Pick<RichCell, 'kind' | 'value' | 'formula'> {
  if (typeof cell === 'object' && cell !== null) return cell;
  if (typeof cell === 'string') return { kind: 'text', value: cell };
  return { kind: typeof cell === 'number' ? 'number' : 'boolean', value: cell };
}

const isBlank = (cell: RawCell | undefined) => cell === undefined || cell === null || cell === '';

/** Returns whether two cells have the same content, regardless of their displayed text. */
function haveSameContent(a: RawCell | undefined, b: RawCell | undefined): boolean {
  if (a === b) return true;
  if (isBlank(a) || isBlank(b)) return isBlank(a) && isBlank(b);
  const contentA = contentOf(a ?? null);
  const contentB = contentOf(b ?? null);
  return contentA.kind === contentB.kind && contentA.value === contentB.value && contentA.formula === contentB.formula;
}

/** Returns the 0-based columns in which two rows differ. */
export function differingColumns(a: readonly RawCell[], b: readonly RawCell[]): number[] {
  const columns: number[] = [];
  for (let column = 0; column < Math.max(a.length, b.length); column += 1) {
    if (!haveSameContent(a[column], b[column])) columns.push(column);
  }
  return columns;
}

/** Updates {@link FileRows} while rows are written. */
export class FileRowsTracker {
  readonly #rows: Map<number, readonly RawCell[]>;
  #cells = 0;
  #lastRow: number | undefined;
  #movedRow: number | undefined;
  #isUnlisted: boolean;

  /** @param before the tab's current file rows; undefined if it is unchanged */
  constructor(private readonly before: FileRows | undefined) {
    this.#rows = new Map(before?.rows);
    for (const cells of this.#rows.values()) this.#cells += cells.length + 1;
    this.#lastRow = before?.lastRow;
    this.#movedRow = before?.movedRow;
    this.#isUnlisted = before?.isUnlisted === true;
  }

  /** Sets the last row of the tab, unless known: that of an unchanged tab is the file's. */
  setLastRow(row: number): void {
    this.#lastRow ??= row;
  }

  /** Records the cells of a row before and after a write. */
  note(row: number, before: readonly RawCell[], after: readonly RawCell[]): void {
    if (row > (this.#lastRow ?? Infinity) || row >= (this.#movedRow ?? Infinity)) return;
    const known = this.#rows.get(row);
    const file = known ?? before;
    const isChanged = differingColumns(file, after).length > 0;
    if (isChanged === (known !== undefined)) return;
    if (isChanged) this.#rows.set(row, file);
    else this.#rows.delete(row);
    this.#cells += (isChanged ? 1 : -1) * (file.length + 1);
    if (this.#cells > MAX_CELLS) this.#giveUp();
  }

  end(): FileRows {
    return {
      lastRow: this.#lastRow ?? 0,
      rows: [...this.#rows].toSorted(([row], [otherRow]) => row - otherRow),
      ...(this.#movedRow !== undefined && { movedRow: this.#movedRow }),
      ...(this.#isUnlisted && { isUnlisted: true }),
      ...(this.before?.movedColumn !== undefined && { movedColumn: this.before.movedColumn }),
    };
  }

  #giveUp() {
    this.#isUnlisted = this.#movedRow === undefined;
    this.#movedRow = 1;
    this.#rows.clear();
  }
}

/** Returns the file rows after rows or columns were inserted or deleted: all behind that position count as changed. */
export function afterMove(file: FileRows, reshape: Reshape): FileRows {
  const { at } = reshape;
  if (!isRowChange(reshape)) return { ...file, movedColumn: Math.min(at, file.movedColumn ?? at) };
  const movedRow = Math.min(at, file.movedRow ?? at);
  return { ...file, movedRow, isUnlisted: undefined, rows: file.rows.filter(([row]) => row < movedRow) };
}

/** Returns whether cells were moved since the file. */
export const hasMovedCells = ({ movedRow, movedColumn, isUnlisted = false }: Partial<FileRows>): boolean =>
  movedColumn !== undefined || (movedRow !== undefined && !isUnlisted);
