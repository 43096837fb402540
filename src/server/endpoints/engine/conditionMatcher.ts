import {
  BlankMatcher,
  CodeMatcher,
  EqualNumberMatcher,
  isCoded,
  type MatchedColumn,
  NumberMatcher,
  ValueMatcher,
} from './columnMatchers';
import type { Condition, FilterValue, TextOperator } from './engine';
import { foldedMatcher } from './foldedMatchers';
import { isOfNumbers } from './foldedTexts';
import { all, always, any, fillByTest, type Matcher, not } from './matcher';
import { pickByTest } from './picker';
import { type Bound, rangeMatcher } from './rangeMatcher';
import type { CodedColumn, NumberColumn } from './servedColumn';
import type { TabIndexes } from './tabIndexes';
import type { TabStore } from './tabStore';
import { textTest } from './textTest';
import { unionOf } from './unionOf';
import { textOf } from './values';

/** Makes conditions ready for one tab. */
export class Matching {
  constructor(
    private readonly store: TabStore,
    private readonly indexes: TabIndexes,
  ) {}

  matcherOf(condition: Condition): Matcher {
    switch (condition.kind) {
      case 'and':
        return this.#together(condition.parts);
      case 'or':
        return any(condition.parts.map((part) => this.matcherOf(part)));
      case 'not':
        return not(this.matcherOf(condition.part));
      case 'compare':
        return this.#compared(condition.column, condition.op, condition.value);
      case 'in':
        return this.#oneOf(condition.column, condition.values);
      case 'nin':
        return not(this.#oneOf(condition.column, condition.values));
      case 'between':
        return rangeMatcher(this.#column(condition.column), boundsOf(condition));
      case 'text':
        return this.#textual(condition.column, condition.op, condition.text);
      case 'blank': {
        const blank = new BlankMatcher(this.#column(condition.column));
        return condition.is ? blank : not(blank);
      }
      case 'ids':
        return this.#ofIds(condition.ids);
      case 'search':
        return this.#search(condition.text, condition.columns);
    }
  }

  /** Bounds of one column become one range, which an index answers as a whole. */
  #together(conditions: readonly Condition[]): Matcher {
    const [first] = conditions;
    if (first !== undefined && isBound(first) && areBounds(conditions, first.column)) {
      return rangeMatcher(this.#column(first.column), conditions);
    }
    const ranges: Range[] = [];
    const others: Matcher[] = [];
    this.#gather(conditions, ranges, others);
    return all([...ranges.map(({ column, bounds }) => rangeMatcher(this.#column(column), bounds)), ...others]);
  }

  #gather(conditions: readonly Condition[], ranges: Range[], others: Matcher[]): void {
    for (const condition of conditions) {
      if (condition.kind === 'and') {
        this.#gather(condition.parts, ranges, others);
        continue;
      }
      const range = rangeIn(condition);
      if (range === undefined) others.push(this.matcherOf(condition));
      else addRange(ranges, range);
    }
  }

  #compared(column: number, op: string, value: FilterValue): Matcher {
    if (op === 'eq') return this.#equal(column, value);
    if (op === 'ne') return not(this.#equal(column, value));
    return rangeMatcher(this.#column(column), [{ op: op as Bound['op'], value }]);
  }

  #equal(at: number, value: FilterValue): Matcher {
    const of = this.#column(at);
    if (isCoded(of)) {
      const code = of.column.dictionary.codeOf(value);
      return code === 0 ? always(false) : new CodeMatcher(of, code);
    }
    return typeof value === 'number' ? new EqualNumberMatcher(of, value) : always(false);
  }

  #oneOf(at: number, values: readonly FilterValue[]): Matcher {
    const wanted = new Set(values);
    const of = this.#column(at);
    const known = () => unionOf([...wanted].map((value) => this.#equal(at, value)));
    const matcher = isCoded(of)
      ? new ValueMatcher(of.column, codeTest(of.column, wanted))
      : new NumberMatcher(of.column, (number) => wanted.has(number));
    return madeOf(matcher, known);
  }

  #textual(at: number, op: TextOperator, text: string): Matcher {
    const of = this.#column(at);
    if (op !== 'like' && op !== 'ilike') return foldedMatcher(of, { op, folding: 'case', text });
    const test = textTest(op, text);
    if (!isCoded(of)) return new NumberMatcher(of.column, (number) => test(String(number)));
    const { dictionary } = of.column;
    return new ValueMatcher(of.column, (code) => test(textOf(dictionary.value(code))));
  }

  #ofIds(ids: readonly string[]): Matcher {
    const places = new Set<number>();
    for (const id of new Set(ids)) for (const place of this.store.ids.placesOf(id)) places.add(place);
    const { count } = this.indexes;
    const indexed = Uint32Array.from([...places].filter((place) => place < count)).sort();
    const test = (place: number) => places.has(place);
    return {
      test,
      pick: (list, from, to, into, at) => pickByTest({ test }, list, from, to, into, at),
      fill: (mask, from, to) => fillByTest(mask, from, to, test),
      known: () => ({ places: indexed, from: 0, to: indexed.length, inSheetOrder: true }),
    };
  }

  #search(text: string, columns: readonly number[]): Matcher {
    const withNumbers = isOfNumbers(text);
    const searched = columns.map((at) => this.#column(at)).filter((of) => withNumbers || isCoded(of));
    return any(searched.map((of) => foldedMatcher(of, { op: 'contains', folding: 'accents', text })));
  }

  #column(at: number): MatchedColumn<NumberColumn> | MatchedColumn<CodedColumn> {
    const column = this.store.served[at];
    if (column === undefined) throw new RangeError(`There is no column ${at}.`);
    return { column, at, indexes: this.indexes } as MatchedColumn<NumberColumn> | MatchedColumn<CodedColumn>;
  }
}

/** A matcher with another way to know its places. */
const madeOf = (matcher: Matcher, known: Matcher['known'] & object): Matcher => ({
  test: (place) => matcher.test(place),
  pick: (places, from, to, into, at) => matcher.pick(places, from, to, into, at),
  fill: (mask, from, to) => matcher.fill(mask, from, to),
  known,
});

function codeTest({ dictionary }: CodedColumn, wanted: ReadonlySet<FilterValue>) {
  const codes = new Set([...wanted].map((value) => dictionary.codeOf(value)));
  return (code: number) => codes.has(code);
}

const boundsOf = ({ from, to }: { readonly from: FilterValue; readonly to: FilterValue }): Bound[] => [
  { op: 'gte', value: from },
  { op: 'lte', value: to },
];

/** Bounds of one column. */
interface Range {
  readonly column: number;
  readonly bounds: Bound[];
}

function addRange(ranges: Range[], { column, bounds }: Range) {
  const known = ranges.find((range) => range.column === column);
  if (known === undefined) ranges.push({ column, bounds });
  else known.bounds.push(...bounds);
}

type BoundOfColumn = Bound & Extract<Condition, { kind: 'compare' }>;

const isBound = (condition: Condition): condition is BoundOfColumn =>
  condition.kind === 'compare' && condition.op !== 'eq' && condition.op !== 'ne';

/** Whether all are bounds of one column, as is asked most often. */
const areBounds = (conditions: readonly Condition[], column: number): conditions is readonly BoundOfColumn[] =>
  conditions.every((condition) => isBound(condition) && condition.column === column);

function rangeIn(condition: Condition): Range | undefined {
  if (condition.kind === 'between') return { column: condition.column, bounds: boundsOf(condition) };
  return isBound(condition) ? { column: condition.column, bounds: [condition] } : undefined;
}
