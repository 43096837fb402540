import { runBriefly, runInSteps, type Steps } from '../../yieldToEventLoop';
import type { CodedColumn, NumberColumn } from './columns';
import type { RowStore } from './rowStore';
import { mergeSort } from './sorting';

/** Rows per step. */
const STEP = 1 << 13;

/** The indexed rows in the order of a column. Ties and blanks are in sheet order, blanks last. */
export interface SortedRows {
  readonly rows: Uint32Array;
  /** Number of rows that are not blank. */
  readonly filled: number;
}

/** The indexed rows grouped by a number, in sheet order within a group. */
class Postings {
  constructor(
    readonly rows: Uint32Array,
    /** By number: the start of its group; one entry more than there are numbers. */
    readonly starts: Uint32Array,
  ) {}

  of(number: number): Uint32Array {
    return this.rows.subarray(this.starts[number] ?? this.rows.length, this.starts[number + 1] ?? this.rows.length);
  }
}

/** An index of a column: its rows in order, or the rows of each value (not for columns of numbers). */
export interface IndexName {
  readonly kind: 'order' | 'equality';
  readonly column: number;
}

/** The rows of a store at one revision, and their indexes, each built at its first use. */
export class Indexes {
  /** In sheet order. */
  readonly rows: Uint32Array;
  /** Number of begun and ended rows of the store at that revision. */
  readonly counts: ReturnType<RowStore['countsAt']>;
  readonly #sorted = new Map<number, SortedRows>();
  readonly #postings = new Map<number, Postings>();
  /** Requested indexes, with a promise while they are being built. */
  readonly #builds = new Map<string, { readonly name: IndexName; pending: Promise<void> | undefined }>();

  constructor(
    private readonly store: RowStore,
    readonly revision: number,
  ) {
    this.rows = store.rowsAt(revision);
    this.counts = store.countsAt(revision);
  }

  /** Allocated bytes. */
  get bytes(): number {
    let numbers = this.rows.length;
    // Each order may be needed in both directions.
    for (const { rows } of this.#sorted.values()) numbers += 2 * rows.length;
    for (const { rows, starts } of this.#postings.values()) numbers += rows.length + starts.length;
    return numbers * 4;
  }

  /** Indexes requested so far. */
  get names(): readonly IndexName[] {
    return Array.from(this.#builds.values(), ({ name }) => name);
  }

  /** @returns undefined when it is not built */
  sorted(column: number): SortedRows | undefined {
    return this.#sorted.get(column);
  }

  /** Returns rows by code. @returns undefined when it is not built, or for a column of numbers */
  postings(column: number): Postings | undefined {
    return this.#postings.get(column);
  }

  /** Builds missing indexes, synchronously when that is little work. @returns a promise when there is something to wait for */
  ensure(names: readonly IndexName[]): Promise<unknown> | undefined {
    const pending = names.flatMap((name) => this.#ensure(name) ?? []);
    return pending.length === 0 ? undefined : Promise.all(pending);
  }

  /** Builds an index. Without memory for it, queries scan the rows. */
  #ensure(name: IndexName): Promise<void> | undefined {
    const key = `${name.kind} ${name.column}`;
    const known = this.#builds.get(key);
    if (known !== undefined) return known.pending;
    const build = { name, pending: undefined as Promise<void> | undefined };
    this.#builds.set(key, build);
    const work = this.#build(name);
    if (runBriefly(work) !== undefined) return undefined;
    build.pending = runInSteps(work)
      .catch((error: unknown) => process.emitWarning(error instanceof Error ? error : String(error)))
      .finally(() => (build.pending = undefined));
    return build.pending;
  }

  *#build({ kind, column: at }: IndexName): Steps<void> {
    const column = this.store.column(at);
    if (kind === 'order') {
      const sorted = column.kind === 'codes' ? sortCodes(this.rows, column) : sortNumbers(this.rows, column);
      this.#sorted.set(at, yield* sorted);
    } else if (column.kind === 'codes') {
      this.#postings.set(at, yield* postingsOf(this.rows, column.size, (row) => column.codes[row]!));
    }
  }
}

/** Groups rows by a number from 0 to below `size` (a counting sort). */
function* postingsOf(rows: Uint32Array, size: number, numberOf: (row: number) => number): Steps<Postings> {
  const starts = new Uint32Array(size + 1);
  for (let at = 0; at < rows.length; at += 1) {
    starts[numberOf(rows[at]!) + 1]! += 1;
    if (at % STEP === 0) yield;
  }
  for (let number = 1; number < starts.length; number += 1) starts[number]! += starts[number - 1]!;
  yield;
  const next = starts.slice();
  const grouped = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    grouped[next[numberOf(rows[at]!)]!++] = rows[at]!;
    if (at % STEP === 0) yield;
  }
  return new Postings(grouped, starts);
}

function* sortNumbers(all: Uint32Array, column: NumberColumn): Steps<SortedRows> {
  const byBlank = yield* postingsOf(all, 2, (row) => Number(column.isBlank(row)));
  const { rows } = byBlank;
  const filled = byBlank.of(0).length;
  rows.set(yield* mergeSort(rows.slice(0, filled), (one, other) => column.compare(one, other)));
  return { rows, filled };
}

function* sortCodes(rows: Uint32Array, column: CodedColumn): Steps<SortedRows> {
  const { ranks, size: blank } = yield* rankCodes(column);
  column.ranks = ranks;
  const postings = yield* postingsOf(rows, blank + 1, (row) => {
    const code = column.codes[row]!;
    return code === 0 ? blank : ranks[code]!;
  });
  return { rows: postings.rows, filled: postings.starts[blank]! };
}

/** Sorts the distinct values of a column. @returns the rank of each code, and the number of ranks */
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
