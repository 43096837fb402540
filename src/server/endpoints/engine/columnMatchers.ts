import { fillByTest, type Matcher } from './matcher';
import { type KnownPlaces, pickByTest, type RankPicker } from './picker';
import type { CodedColumn, NumberColumn } from './servedColumn';
import type { TabIndexes } from './tabIndexes';

/** A column of a tab, with its number and the indexes over it. */
export interface MatchedColumn<C> {
  readonly column: C;
  readonly at: number;
  readonly indexes: TabIndexes;
}

/** Whether a column's values are those of a dictionary. */
export const isCoded = (
  of: MatchedColumn<NumberColumn> | MatchedColumn<CodedColumn>,
): of is MatchedColumn<CodedColumn> => of.column.kind === 'codes';

/** Places whose code is one code. */
export class CodeMatcher implements Matcher {
  constructor(
    private readonly of: MatchedColumn<CodedColumn>,
    private readonly code: number,
  ) {}

  test(place: number): boolean {
    return this.of.column.codes[place] === this.code;
  }

  fill(mask: Uint8Array, from: number, to: number): void {
    const { codes } = this.of.column;
    const { code } = this;
    for (let place = from; place < to; place += 1) mask[place] = codes[place] === code ? 1 : 0;
  }

  pick(places: Uint32Array, from: number, to: number, into: Uint32Array, at: number): number {
    const { codes } = this.of.column;
    const { code } = this;
    let next = at;
    for (let n = from; n < to; n += 1) {
      const place = places[n]!;
      if (codes[place] === code) into[next++] = place;
    }
    return next;
  }

  along(list: Uint32Array): RankPicker | undefined {
    const { column, at, indexes } = this.of;
    const codes = indexes.codes.of(list, at, column.codes);
    return codes && { pick: (from, to, into, end) => pickCode(codes, this.code, from, to, into, end) };
  }

  known(): KnownPlaces | undefined {
    return this.of.indexes.postings(this.of.at)?.of(this.code);
  }
}

function pickCode(codes: Uint32Array, code: number, from: number, to: number, into: Uint32Array, at: number): number {
  let next = at;
  for (let rank = from; rank < to; rank += 1) if (codes[rank] === code) into[next++] = rank;
  return next;
}

const UNKNOWN = 0;
const NO = 1;
const YES = 2;

/** Places whose value passes a test that is made once for each different value; blanks do not. */
export class ValueMatcher implements Matcher {
  #known: Uint8Array | undefined;

  constructor(
    private readonly column: CodedColumn,
    private readonly testCode: (code: number) => boolean,
  ) {}

  test(place: number): boolean {
    const code = this.column.codes[place]!;
    return code !== 0 && this.#holds(this.#answers(), code);
  }

  pick(places: Uint32Array, from: number, to: number, into: Uint32Array, at: number): number {
    return pickByTest(this, places, from, to, into, at);
  }

  fill(mask: Uint8Array, from: number, to: number): void {
    const { codes } = this.column;
    const answers = this.#answers();
    answers[0] = NO;
    for (let place = from; place < to; place += 1) {
      const code = codes[place]!;
      const answer = answers[code]!;
      mask[place] = answer === UNKNOWN ? Number(this.#holds(answers, code)) : answer - 1;
    }
  }

  #answers(): Uint8Array {
    this.#known ??= new Uint8Array(this.column.dictionary.size);
    return this.#known;
  }

  #holds(answers: Uint8Array, code: number): boolean {
    if (answers[code] === UNKNOWN) answers[code] = this.testCode(code) ? YES : NO;
    return answers[code] === YES;
  }
}

/** Places whose number passes a test; blanks do not. */
export class NumberMatcher implements Matcher {
  constructor(
    private readonly column: NumberColumn,
    private readonly testNumber: (number: number) => boolean,
  ) {}

  test(place: number): boolean {
    const number = this.column.numbers[place]!;
    return !Number.isNaN(number) && this.testNumber(number);
  }

  pick(places: Uint32Array, from: number, to: number, into: Uint32Array, at: number): number {
    return pickByTest(this, places, from, to, into, at);
  }

  fill(mask: Uint8Array, from: number, to: number): void {
    const { numbers } = this.column;
    const { testNumber } = this;
    for (let place = from; place < to; place += 1) {
      const number = numbers[place]!;
      mask[place] = !Number.isNaN(number) && testNumber(number) ? 1 : 0;
    }
  }
}

/** Places whose number is one number. */
export class EqualNumberMatcher extends NumberMatcher {
  constructor(
    private readonly of: MatchedColumn<NumberColumn>,
    private readonly number: number,
  ) {
    super(of.column, (one) => one === number);
  }

  known(): KnownPlaces | undefined {
    const index = this.of.indexes.sorted(this.of.at);
    if (index === undefined) return undefined;
    const { from } = index.rangeOf('gte', this.number);
    const { to } = index.rangeOf('lte', this.number);
    return { places: index.places, from, to, inSheetOrder: true };
  }
}

/** Places that are blank. */
export class BlankMatcher implements Matcher {
  constructor(private readonly of: MatchedColumn<NumberColumn | CodedColumn>) {}

  test(place: number): boolean {
    return this.of.column.isBlank(place);
  }

  pick(places: Uint32Array, from: number, to: number, into: Uint32Array, at: number): number {
    return pickByTest(this, places, from, to, into, at);
  }

  fill(mask: Uint8Array, from: number, to: number): void {
    fillByTest(mask, from, to, (place) => this.of.column.isBlank(place));
  }

  known(): KnownPlaces | undefined {
    const { column, indexes, at } = this.of;
    if (column.kind === 'codes') return indexes.postings(at)?.of(0);
    const index = indexes.sorted(at);
    return index && { places: index.places, from: index.filled, to: index.places.length, inSheetOrder: true };
  }
}
