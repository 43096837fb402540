import { AlignedValues } from './alignedValues';
import { SHORT_STRETCH } from './breathing';
import { buildFoldedTexts, type FoldedTexts, type Folding } from './foldedTexts';
import { buildSorted, rankCodes } from './buildSorted';
import { buildPostings, type Postings } from './postings';
import { RowCopies } from './rowCopies';
import { runInSteps } from './runInSteps';
import type { ServedColumn } from './servedColumn';
import { runAtOnce, type Steps } from './steps';
import type { SortedIndex } from './sortedIndex';
import type { TabStore } from './tabStore';
import type { Tuning } from './tuning';

/** An index of a column. */
export interface IndexName {
  readonly kind: 'sorted' | 'postings' | Folding;
  readonly column: number;
}

const nameOf = ({ kind, column }: IndexName) => `${kind} ${column}`;

/**
 * The indexes over the first places of a store, each built when it is first wanted. Building takes its time where there is
 * much to build: then there is none until it is there, and others get their turn meanwhile.
 */
export class TabIndexes {
  readonly #sorted = new Map<number, SortedIndex>();
  readonly #postings = new Map<number, Postings>();
  readonly #folded = { case: new Map<number, FoldedTexts>(), accents: new Map<number, FoldedTexts>() };
  readonly #wanted = new Map<string, IndexName>();
  /** Of the rows, in the order of an index. */
  readonly copies: RowCopies;
  /** Of its columns, in the order of an index. */
  readonly numbers: AlignedValues<Float64Array>;
  readonly codes: AlignedValues<Uint32Array>;
  #building: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: TabStore,
    /** Number of places that are indexed: in the order of the sheet. */
    readonly count: number,
    readonly tuning: Tuning,
  ) {
    this.copies = new RowCopies(store, tuning);
    this.numbers = new AlignedValues((length) => new Float64Array(length), tuning);
    this.codes = new AlignedValues((length) => new Uint32Array(length), tuning);
  }

  get bytes(): number {
    let bytes = this.copies.bytes + this.numbers.bytes + this.codes.bytes;
    const { case: cases, accents } = this.#folded;
    for (const indexes of [this.#sorted, this.#postings, cases, accents]) {
      for (const index of indexes.values()) bytes += index.bytes;
    }
    return bytes;
  }

  /** Those that have been wanted so far. */
  get wanted(): readonly IndexName[] {
    return [...this.#wanted.values()];
  }

  sorted(column: number): SortedIndex | undefined {
    const known = this.#sorted.get(column);
    if (known !== undefined) return known;
    this.#want({ kind: 'sorted', column });
    return this.#sorted.get(column);
  }

  postings(column: number): Postings | undefined {
    const known = this.#postings.get(column);
    if (known !== undefined) return known;
    this.#want({ kind: 'postings', column });
    return this.#postings.get(column);
  }

  foldedTexts(column: number, folding: Folding): FoldedTexts | undefined {
    const known = this.#folded[folding].get(column);
    if (known !== undefined) return known;
    this.#want({ kind: folding, column });
    return this.#folded[folding].get(column);
  }

  /**
   * Sees to it that an index will be there.
   *
   * @returns a promise to wait for, where going without it would hold up others: many texts, or very many rows, would have to
   * be looked at
   */
  expect(kind: IndexName['kind'], column: number): Promise<void> | undefined {
    const served = this.#columnAt(column);
    const isShort = this.count <= this.tuning.rowsAtOnce;
    const isQuick = isShort && ((kind === 'sorted' && served.kind === 'numbers') || this.#hasFewTexts(served));
    if (isQuick || kind === 'postings') return undefined;
    const index = kind === 'sorted' ? this.sorted(column) : this.foldedTexts(column, kind);
    return index === undefined ? this.#building : undefined;
  }

  /** Builds indexes while others are asked. @param before those of fewer places of the same store, where there are any */
  async prepare(names: readonly IndexName[], before?: TabIndexes): Promise<void> {
    for (const name of names) this.#wanted.set(nameOf(name), name);
    for (const name of names) await runInSteps(this.#build(name, before), SHORT_STRETCH);
  }

  /** Waits for what is being built. */
  async ready(): Promise<void> {
    await this.#building;
    await Promise.all([this.copies.ready(), this.numbers.ready(), this.codes.ready()]);
  }

  #want(name: IndexName) {
    if (this.#wanted.has(nameOf(name))) return;
    this.#wanted.set(nameOf(name), name);
    if (this.#isQuick(name)) return runAtOnce(this.#build(name));
    this.#building = this.#building.then(() => runInSteps(this.#build(name))).catch(warn);
    const column = this.#columnAt(name.column);
    if (name.kind === 'sorted' && column.kind === 'codes' && column.ranks === undefined && this.#hasFewTexts(column)) {
      column.ranks = runAtOnce(rankCodes(column)).ranks;
    }
  }

  #hasFewTexts(column: ServedColumn): boolean {
    return column.kind === 'codes' && column.dictionary.size <= this.tuning.textsAtOnce;
  }

  #isQuick({ kind, column }: IndexName): boolean {
    const { rowsAtOnce, sortedAtOnce } = this.tuning;
    const served = this.#columnAt(column);
    if (kind === 'postings') return this.count <= rowsAtOnce;
    if (served.kind === 'codes') return this.count <= rowsAtOnce && this.#hasFewTexts(served);
    return this.count <= sortedAtOnce;
  }

  *#build({ kind, column }: IndexName, before?: TabIndexes): Steps<void> {
    const served = this.#columnAt(column);
    if (kind === 'sorted') {
      const index = yield* buildSorted(served, this.count, before && before.#sorted.get(column));
      this.#sorted.set(column, index);
      this.copies.add(index.places);
      this.numbers.add(index.places);
      this.codes.add(index.places);
    } else if (kind !== 'postings') {
      this.#folded[kind].set(column, yield* buildFoldedTexts(served, this.count, kind));
    } else if (served.kind === 'codes') {
      const postings = yield* buildPostings(served, this.count);
      this.#postings.set(column, postings);
      this.copies.add(postings.places);
    }
  }

  #columnAt(column: number): ServedColumn {
    return this.store.served[column]!;
  }
}

/** Where there is no memory for an index, rows are scanned as before. */
const warn = (error: unknown) => process.emitWarning(error instanceof Error ? error : String(error));
