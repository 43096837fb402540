import type { CodedColumn, NumberColumn, Range } from './columns';
import { runBriefly, runInSteps, type Steps } from '../../yieldToEventLoop';
import type { RowStore } from './rowStore';
import { mergeSort } from './sorting';

/** Rows that are looked at in one step. */
const STEP = 1 << 13;

/** The indexed rows in the order of a column: equal ones and blanks in the order of the sheet, blanks last. */
export interface SortedRows {
  readonly rows: Uint32Array;
  /** Number of rows that are not blank. */
  readonly filled: number;
}

/** The indexed rows grouped by a number that each has, in the order of the sheet within a group. */
export class Postings {
  constructor(
    readonly rows: Uint32Array,
    /** By number: where its rows begin; one more than there are numbers. */
    private readonly starts: Uint32Array,
  ) {}

  get bytes(): number {
    return (this.rows.length + this.starts.length) * 4;
  }

  of(number: number): Range {
    const { starts } = this;
    return number + 1 >= starts.length ? { from: 0, to: 0 } : { from: starts[number]!, to: starts[number + 1]! };
  }
}

/** An index of a column: its rows in order, or the rows of each value (of a column that is not of numbers). */
export interface IndexName {
  readonly kind: 'order' | 'equality';
  readonly column: number;
}

const keyOf = ({ kind, column }: IndexName) => `${kind} ${column}`;

/** The indexes over the first rows of a store, each built when it is first needed. */
export class Indexes {
  readonly #sorted = new Map<number, SortedRows>();
  readonly #postings = new Map<number, Postings>();
  /** Those that were needed, and until they are built a promise. */
  readonly #builds = new Map<string, { readonly name: IndexName; pending: Promise<void> | undefined }>();

  constructor(
    private readonly store: RowStore,
    /** Number of rows that are indexed: in the order of the sheet. */
    readonly count: number,
  ) {}

  /** Bytes held in memory. */
  get bytes(): number {
    let bytes = 0;
    // Each order may be needed in both directions.
    for (const { rows } of this.#sorted.values()) bytes += 2 * rows.byteLength;
    for (const postings of this.#postings.values()) bytes += postings.bytes;
    return bytes;
  }

  /** Those that were needed so far. */
  get names(): readonly IndexName[] {
    return Array.from(this.#builds.values(), ({ name }) => name);
  }

  /** @returns undefined where it is not built */
  sorted(column: number): SortedRows | undefined {
    return this.#sorted.get(column);
  }

  /** By code. @returns undefined where it is not built, or the column is one of numbers */
  postings(column: number): Postings | undefined {
    return this.#postings.get(column);
  }

  /** Builds those that are missing, at once where that is little work. @returns a promise where there is something to wait for */
  need(names: readonly IndexName[]): Promise<unknown> | undefined {
    const pending = names.flatMap((name) => this.#need(name) ?? []);
    return pending.length === 0 ? undefined : Promise.all(pending);
  }

  /** Builds indexes in steps. */
  async build(names: readonly IndexName[]): Promise<void> {
    for (const name of names) await this.#need(name);
  }

  #need(name: IndexName): Promise<void> | undefined {
    const known = this.#builds.get(keyOf(name));
    if (known !== undefined) return known.pending;
    const build = { name, pending: undefined as Promise<void> | undefined };
    this.#builds.set(keyOf(name), build);
    const work = this.#buildSteps(name);
    if (runBriefly(work) !== undefined) return undefined;
    build.pending = runInSteps(work)
      .catch(warn)
      .finally(() => (build.pending = undefined));
    return build.pending;
  }

  *#buildSteps({ kind, column }: IndexName): Steps<void> {
    const served = this.store.served[column]!;
    if (kind === 'order') {
      const sorted = served.kind === 'codes' ? sortCodes(served, this.count) : sortNumbers(served, this.count);
      this.#sorted.set(column, yield* sorted);
    } else if (served.kind === 'codes') {
      this.#postings.set(column, yield* groupRows(this.count, served.size, (row) => served.codes[row]!));
    }
  }
}

/** Where there is no memory for an index, rows are scanned. */
const warn = (error: unknown) => process.emitWarning(error instanceof Error ? error : String(error));

/** Groups the first rows by a number from 0 to below `size` (a counting sort). */
function* groupRows(count: number, size: number, numberOf: (row: number) => number): Steps<Postings> {
  const starts = new Uint32Array(size + 1);
  for (let row = 0; row < count; row += 1) {
    starts[numberOf(row) + 1]! += 1;
    if (row % STEP === 0) yield;
  }
  for (let number = 1; number < starts.length; number += 1) starts[number]! += starts[number - 1]!;
  yield;
  const next = starts.slice();
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) {
    rows[next[numberOf(row)]!++] = row;
    if (row % STEP === 0) yield;
  }
  return new Postings(rows, starts);
}

function* sortNumbers(column: NumberColumn, count: number): Steps<SortedRows> {
  const { rows } = yield* groupRows(count, 2, (row) => Number(column.isBlank(row)));
  let filled = count;
  while (filled > 0 && column.isBlank(rows[filled - 1]!)) filled -= 1;
  rows.set(yield* mergeSort(rows.slice(0, filled), (one, other) => column.compare(one, other)));
  return { rows, filled };
}

function* sortCodes(column: CodedColumn, count: number): Steps<SortedRows> {
  const { ranks, size } = yield* rankCodes(column);
  column.ranks = ranks;
  const blank = size;
  const postings = yield* groupRows(count, size + 1, (row) => {
    const code = column.codes[row]!;
    return code === 0 ? blank : ranks[code]!;
  });
  return { rows: postings.rows, filled: postings.of(blank).from };
}

/** Sorts the values of a column. @returns by code its rank, and how many ranks there are */
function* rankCodes(column: CodedColumn): Steps<{ readonly ranks: Uint32Array; readonly size: number }> {
  const codes = new Uint32Array(column.size - 1).map((_, at) => at + 1);
  const compare = column.codeComparer();
  const sorted = yield* mergeSort(codes, compare);
  const ranks = new Uint32Array(codes.length + 1);
  let rank = -1;
  for (let at = 0; at < sorted.length; at += 1) {
    if (at === 0 || compare(sorted[at - 1]!, sorted[at]!) !== 0) rank += 1;
    ranks[sorted[at]!] = rank;
    if (at % 64 === 0) yield;
  }
  return { ranks, size: rank + 1 };
}
