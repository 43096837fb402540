import type { MatchedColumn } from './columnMatchers';
import { NumberMatcher, ValueMatcher } from './columnMatchers';
import { type FoldedOperator, type Folding, folds, isSayable } from './foldedTexts';
import type { Matcher } from './matcher';
import type { CodedColumn, NumberColumn } from './servedColumn';
import { textOf } from './values';

/** What is sought in a column. */
export interface Sought {
  readonly op: FoldedOperator;
  readonly folding: Folding;
  readonly text: string;
}

const tests: Record<FoldedOperator, (text: string, sought: string) => boolean> = {
  contains: (text, sought) => text.includes(sought),
  startswith: (text, sought) => text.startsWith(sought),
  endswith: (text, sought) => text.endsWith(sought),
};

function testOf({ op, folding, text }: Sought): (text: string) => boolean {
  const sought = folds[folding](text);
  return (one) => tests[op](folds[folding](one), sought);
}

/** The hits among a column's folded texts, looked for once, where these are ready. */
function hitsIn(of: MatchedColumn<CodedColumn | NumberColumn>, { op, folding, text }: Sought) {
  const sought = folds[folding](text);
  let hits: Uint8Array | undefined;
  return () => {
    const folded = hits === undefined && isSayable(sought) ? of.indexes.foldedTexts(of.at, folding) : undefined;
    if (folded?.kind === of.column.kind) hits = folded.find(op, sought);
    return hits;
  };
}

/** A matcher with another way to look at all places. */
const withFill = (single: Matcher, fill: Matcher['fill']): Matcher => ({
  test: (place) => single.test(place),
  pick: (places, from, to, into, at) => single.pick(places, from, to, into, at),
  fill,
});

/** Places in whose text something is found; a single one is looked at, all are found together. */
export function foldedMatcher(of: MatchedColumn<CodedColumn> | MatchedColumn<NumberColumn>, sought: Sought): Matcher {
  const test = testOf(sought);
  const { column } = of;
  const hitsNow = hitsIn(of, sought);
  if (column.kind === 'numbers') {
    const single = new NumberMatcher(column, (number) => test(String(number)));
    return withFill(single, (mask, from, to) => {
      const hits = hitsNow();
      if (hits === undefined) single.fill(mask, from, to);
      else mask.set(hits.subarray(from + 1, to + 1), from);
    });
  }
  const { dictionary } = column;
  const single = new ValueMatcher(column, (code) => test(textOf(dictionary.value(code))));
  return withFill(single, (mask, from, to) => {
    const hits = hitsNow();
    if (hits === undefined) return single.fill(mask, from, to);
    const { codes } = column;
    for (let place = from; place < to; place += 1) mask[place] = hits[codes[place]!]!;
  });
}
