import { ContentSums, hashed, hashValue } from './contentSums';
import { grown } from './growing';
import type { Moment } from './moment';
import { runInSteps } from './runInSteps';
import type { CodedColumn, ServedColumn } from './servedColumn';
import type { Steps } from './steps';
import type { TabStore } from './tabStore';

/** Rows between two chances to pause. */
const STEP = 256;

/** The hashes of a dictionary's values, each found once. */
class CodeHashes {
  #one = new Uint32Array(64);
  #other = new Uint32Array(64);
  #known = 0;

  constructor(readonly column: CodedColumn) {}

  get bytes(): number {
    return (this.#one.length + this.#other.length) * 4;
  }

  /** Finds the hash of a code, in `hashed`. */
  find(code: number): void {
    const { dictionary } = this.column;
    for (; this.#known <= code; this.#known += 1) {
      this.#one = grown(this.#one, this.#known + 1);
      this.#other = grown(this.#other, this.#known + 1);
      hashValue(this.#known === 0 ? null : dictionary.value(this.#known));
      this.#one[this.#known] = hashed.one;
      this.#other[this.#known] = hashed.other;
    }
    hashed.one = this.#one[code]!;
    hashed.other = this.#other[code]!;
  }
}

/**
 * What a store holds, summed up. Once that is known of one moment, it is of a later one by looking at what has changed since;
 * nothing is done for it when rows are written.
 */
export class StoreContent {
  readonly #sums: ContentSums;
  readonly #codes: CodeHashes[] = [];
  /** Places, and entries in the list of those that have ended, that are in the sums. */
  #count = 0;
  #ended = 0;
  #working: Promise<unknown> = Promise.resolve();

  constructor(private readonly store: TabStore) {
    this.#sums = new ContentSums(store.columns.length);
  }

  /** Bytes held in memory, roughly. */
  get bytes(): number {
    return this.#codes.reduce((bytes, codes) => bytes + codes.bytes, 0);
  }

  /** See `TabView.contentMark`. */
  markAt(moment: Moment, columns: readonly number[]): Promise<string> {
    const mark = this.#working.then(() => runInSteps(this.#mark(moment, columns)));
    this.#working = mark.catch(() => undefined);
    return mark;
  }

  *#mark(moment: Moment, columns: readonly number[]): Steps<string> {
    // It only goes forward: of an earlier moment everything is looked at.
    if (moment.count < this.#count || moment.endedCount < this.#ended) {
      return yield* new StoreContent(this.store).#mark(moment, columns);
    }
    yield* this.#advance(moment);
    return this.#sums.markOf(this.store.columns, columns);
  }

  *#advance(moment: Moment): Steps<void> {
    const { ended } = this.store;
    for (; this.#ended < moment.endedCount; this.#ended += 1) {
      const place = ended[this.#ended]!;
      if (place < this.#count) this.#put(place, -1);
      if (this.#ended % STEP === 0) yield;
    }
    for (; this.#count < moment.count; this.#count += 1) {
      if (moment.isThere(this.#count)) this.#put(this.#count, 1);
      if (this.#count % STEP === 0) yield;
    }
  }

  #put(place: number, sign: 1 | -1) {
    const { store } = this;
    const { served } = store;
    this.#sums.row(store.id(place), store.rowNumbers[place]!, sign);
    for (let at = 0; at < served.length; at += 1) {
      this.#hash(served[at]!, at, place);
      this.#sums.cell(at);
    }
  }

  #hash(column: ServedColumn, at: number, place: number) {
    if (column.kind === 'numbers') return hashValue(column.value(place));
    const known = this.#codes[at];
    const codes = known?.column === column ? known : new CodeHashes(column);
    this.#codes[at] = codes;
    codes.find(column.codes[place]!);
  }
}
