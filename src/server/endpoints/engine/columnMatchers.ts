import { fillByTest, type KnownPlaces, type Matcher, union } from './matcher';
import type { CodedColumn, NumberColumn } from './servedColumn';
import type { TabIndexes } from './tabIndexes';

/** A column of a tab, with its number and the indexes over it. */
export interface MatchedColumn<C> {
  readonly column: C;
  readonly at: number;
  readonly indexes: TabIndexes;
}

/** Places whose code is one code. */
export class CodeMatcher implements Matcher {
  constructor(
    private readonly of: MatchedColumn<CodedColumn>,
    private readonly code: number,
  ) {}

  test(place: number): boolean {
    return this.of.column.codes[place] === this.code;
  }

  fill(mask: Uint8Array): void {
    const { codes } = this.of.column;
    const { code } = this;
    for (let place = 0; place < mask.length; place += 1) mask[place] = codes[place] === code ? 1 : 0;
  }

  known(): KnownPlaces | undefined {
    const places = this.of.indexes.postings(this.of.at)?.of(this.code);
    return places && { places, inSheetOrder: true };
  }
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

  fill(mask: Uint8Array): void {
    const { codes } = this.column;
    const answers = this.#answers();
    answers[0] = NO;
    for (let place = 0; place < mask.length; place += 1) {
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

  fill(mask: Uint8Array): void {
    const { numbers } = this.column;
    const { testNumber } = this;
    for (let place = 0; place < mask.length; place += 1) {
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
    return { places: index.places.subarray(from, to), inSheetOrder: true };
  }
}

/** Places that are blank. */
export class BlankMatcher implements Matcher {
  constructor(private readonly of: MatchedColumn<NumberColumn | CodedColumn>) {}

  test(place: number): boolean {
    return this.of.column.isBlank(place);
  }

  fill(mask: Uint8Array): void {
    fillByTest(mask, (place) => this.of.column.isBlank(place));
  }

  known(): KnownPlaces | undefined {
    const { column, indexes, at } = this.of;
    const places = column.kind === 'codes' ? indexes.postings(at)?.of(0) : indexes.sorted(at)?.blanks;
    return places && { places, inSheetOrder: true };
  }
}

/** Places of several values, by the matcher of each. */
export function knownOfAll(parts: readonly Matcher[]): KnownPlaces | undefined {
  const lists = parts.map((part) => part.known?.()?.places);
  return lists.every((list) => list !== undefined) ? union(lists) : undefined;
}
