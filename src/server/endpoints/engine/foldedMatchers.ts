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

/** The hits among a column's folded texts, where these are ready. */
function hitsOf(of: MatchedColumn<CodedColumn | NumberColumn>, { op, folding, text }: Sought): Uint8Array | undefined {
  const sought = folds[folding](text);
  const folded = isSayable(sought) ? of.indexes.foldedTexts(of.at, folding) : undefined;
  return folded?.kind === of.column.kind ? folded.find(op, sought) : undefined;
}

/** Places in whose text something is found; a single one is looked at, all are found together. */
export function foldedMatcher(of: MatchedColumn<CodedColumn> | MatchedColumn<NumberColumn>, sought: Sought): Matcher {
  const test = testOf(sought);
  const { column } = of;
  if (column.kind === 'numbers') {
    const single = new NumberMatcher(column, (number) => test(String(number)));
    const fill = (mask: Uint8Array) => {
      const hits = hitsOf(of, sought);
      if (hits === undefined) single.fill(mask);
      else mask.set(hits.subarray(1, mask.length + 1));
    };
    return { test: (place) => single.test(place), fill };
  }
  const { dictionary } = column;
  const single = new ValueMatcher(column, (code) => test(textOf(dictionary.value(code))));
  const fill = (mask: Uint8Array) => {
    const hits = hitsOf(of, sought);
    if (hits === undefined) return single.fill(mask);
    const { codes } = column;
    for (let place = 0; place < mask.length; place += 1) mask[place] = hits[codes[place]!]!;
  };
  return { test: (place) => single.test(place), fill };
}
