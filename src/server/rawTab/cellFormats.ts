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
  readonly #given: (string | undefined)[] = [];
  #changes = 0;

  /**
   * Records the format of a numeric cell.
   *
   * @param row 1-based; rows come in ascending order
   * @param column 1-based
   */
  note(row: number, column: number, code: string | undefined): void {
    if (this.#given[column - 1] === code) return;
    this.#given[column - 1] = code;
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
    this.#runs = formats?.columns.find(([one]) => one === column)?.[1] ?? [];
  }

  /** Returns the format code of a cell; undefined if the file contains the displayed texts. */
  find(row: number): string | undefined {
    const runs = this.#runs;
    const at = partitionPoint(runs.length / 2, (n) => runs[2 * n]! <= row);
    const code = at === 0 ? undefined : this.formats?.codes[runs[2 * at - 1]!];
    return code ?? (this.formats === undefined ? undefined : GENERAL);
  }

  /** Approximate memory use in bytes. */
  get bytes(): number {
    return 8 * this.#runs.length;
  }
}

/** Returns the formats after rows or columns were inserted or deleted: inserted ones get the format of the one before them. */
export function movedFormats(formats: CellFormats, reshape: Reshape): CellFormats {
  const moved = (number: number) => movedNumber(number, reshape) ?? reshape.at;
  if (isRowChange(reshape)) {
    const rowsOf = (runs: readonly number[]) => runs.map((part, place) => (place % 2 === 0 ? moved(part) : part));
    return { ...formats, columns: formats.columns.map(([column, runs]) => [column, rowsOf(runs)]) };
  }
  const kept = formats.columns.filter(([column]) => movedNumber(column + 1, reshape) !== undefined);
  return { ...formats, columns: kept.map(([column, runs]) => [moved(column + 1) - 1, runs]) };
}
