import { partitionPoint } from '../lists';
import { GENERAL } from './displayedText';
import { isRowChange, movedNumber, type Reshape } from './reshape';

/**
 * Number formats of a tab's cells other than General. Each column, by its 0-based number, has runs: pairs of a first row and an
 * index of `codes`, -1 for General.
 */
export interface CellFormats {
  readonly codes: readonly string[];
  readonly columns: readonly (readonly [column: number, runs: readonly number[]])[];
}

/** Maximum format changes in a tab; columns with changes beyond it lose their formats. */
const MAX_CHANGES = 50_000;

/** Collects the number formats of cells, row by row. */
export class FormatCollector {
  readonly #codes = new Map<string, number>();
  /** Runs by 0-based column: row and code index, alternating. */
  readonly #runs: (number[] | undefined)[] = [];
  /** Code of the last cell of each column. */
  readonly #lastCodes: (string | undefined)[] = [];
  #changes = 0;

  /**
   * Records the format of a numeric cell.
   *
   * @param row 1-based; rows come in ascending order
   * @param column 1-based
   */
  note(row: number, column: number, code: string | undefined): void {
    if (this.#lastCodes[column - 1] === code) return;
    this.#lastCodes[column - 1] = code;
    if (this.#changes < MAX_CHANGES) (this.#runs[column - 1] ??= []).push(row, this.#numberOf(code));
    else this.#runs[column - 1] = [];
    this.#changes += 1;
  }

  end(): CellFormats {
    const columns = this.#runs.flatMap((runs, column) =>
      runs === undefined || runs.length === 0 ? [] : [[column, runs] as const],
    );
    return { codes: [...this.#codes.keys()], columns };
  }

  #numberOf(code: string | undefined): number {
    if (code === undefined) return -1;
    const number = this.#codes.get(code) ?? this.#codes.size;
    this.#codes.set(code, number);
    return number;
  }
}

/** Number formats of one column. */
export class ColumnFormats {
  readonly #runs: readonly number[];

  constructor(
    private readonly formats: CellFormats | undefined,
    column: number,
  ) {
    this.#runs = formats?.columns.find(([formatted]) => formatted === column)?.[1] ?? [];
  }

  /** Returns the format code of a cell; undefined if the file contains the displayed texts. */
  find(row: number): string | undefined {
    const code = this.formats?.codes[codeIn(this.#runs, row)];
    return code ?? (this.formats === undefined ? undefined : GENERAL);
  }

  /** Approximate memory use in bytes. */
  get bytes(): number {
    return 8 * this.#runs.length;
  }
}

/** Returns whether a number of runs is a row; the others are codes. */
const isRowAt = (index: number) => index % 2 === 0;

/** Returns the index of the code of a row, -1 for General. */
function codeIn(runs: readonly number[], row: number): number {
  const runsUpToRow = partitionPoint(runs.length / 2, (n) => runs[2 * n]! <= row);
  return runsUpToRow === 0 ? -1 : runs[2 * runsUpToRow - 1]!;
}

/** Returns the runs of `count` rows, renumbered so that the first of them becomes `first`. */
function runsOf(runs: readonly number[], at: number, count: number, first: number): number[] {
  const found = [first, codeIn(runs, at)];
  for (let index = 0; index < runs.length; index += 2) {
    const row = runs[index]!;
    if (row > at && row < at + count) found.push(row - at + first, runs[index + 1]!);
  }
  return found;
}

/** Returns the formats of rows or columns that are removed, numbered from the first of them. */
export function removedFormats({ codes, columns }: CellFormats, reshape: Reshape): CellFormats {
  const { at, count } = reshape;
  if (isRowChange(reshape)) {
    return { codes, columns: columns.map(([column, runs]) => [column, runsOf(runs, at, count, 1)]) };
  }
  const removed = columns.filter(([column]) => column + 1 >= at && column + 1 < at + count);
  return { codes, columns: removed.map(([column, runs]) => [column + 1 - at, runs]) };
}

/** Returns the formats of a tab with those of a removed part, whose rows or columns have been inserted again. */
export function withRestored(formats: CellFormats, part: CellFormats, reshape: Reshape): CellFormats {
  const { at, count } = reshape;
  const codes = [...new Set([...formats.codes, ...part.codes])];
  const newCode = (code: number) => (code < 0 ? code : codes.indexOf(part.codes[code]!));
  const columns = new Map(formats.columns);
  for (const [column, partRuns] of part.columns) {
    const restored = partRuns.map((number, index) => (isRowAt(index) ? number : newCode(number)));
    if (isRowChange(reshape)) {
      const current = columns.get(column) ?? [];
      const above = current.filter((_, index) => current[isRowAt(index) ? index : index - 1]! < at);
      const below = runsOf(current, at + count, Infinity, at + count);
      columns.set(column, [...above, ...runsOf(restored, 1, count, at), ...below]);
    } else if (column < count) {
      columns.set(column + at - 1, restored);
    }
  }
  return { codes, columns: [...columns] };
}

/** Returns the formats after rows or columns were inserted or deleted: inserted ones get the format of the one before them. */
export function movedFormats(formats: CellFormats, reshape: Reshape): CellFormats {
  const moved = (number: number) => movedNumber(number, reshape) ?? reshape.at;
  if (isRowChange(reshape)) {
    const movedRuns = (runs: readonly number[]) =>
      runs.map((number, index) => (isRowAt(index) ? moved(number) : number));
    return { ...formats, columns: formats.columns.map(([column, runs]) => [column, movedRuns(runs)]) };
  }
  const kept = formats.columns.filter(([column]) => movedNumber(column + 1, reshape) !== undefined);
  return { ...formats, columns: kept.map(([column, runs]) => [moved(column + 1) - 1, runs]) };
}
