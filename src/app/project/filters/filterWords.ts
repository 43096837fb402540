import type { ColumnType } from '../../../contract/rows';
import type { Filter, FilterOperator } from '../rows/question';

/** What turns the direction of writing, for all that follows. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * A name as it stands among words of ours: without what would turn those round. What is written from right to left by its
 * letters stays so.
 */
export const nameInText = (name: string) => name.replace(TURNING, '');

/** A condition as it can be chosen: `isblank` is two of them. */
export interface Condition {
  readonly words: string;
  readonly operator: FilterOperator;
  /** What is asked with, where it is not typed. */
  readonly value?: string;
}

const is: Condition = { words: 'is', operator: 'eq' };
const blank: readonly Condition[] = [
  { words: 'empty', operator: 'isblank', value: 'true' },
  { words: 'not empty', operator: 'isblank', value: 'false' },
];

const ofText: readonly Condition[] = [{ words: 'contains', operator: 'contains' }, is, ...blank];

const ofAmounts: readonly Condition[] = [
  is,
  { words: 'more than', operator: 'gt' },
  { words: 'at least', operator: 'gte' },
  { words: 'less than', operator: 'lt' },
  { words: 'at most', operator: 'lte' },
  ...blank,
];

const ofMoments: readonly Condition[] = [
  is,
  { words: 'after', operator: 'gt' },
  { words: 'from', operator: 'gte' },
  { words: 'before', operator: 'lt' },
  { words: 'until', operator: 'lte' },
  ...blank,
];

/** What can be asked of a column, by its type; what is asked most comes first. */
export const conditionsOf: Record<ColumnType, readonly Condition[]> = {
  text: ofText,
  boolean: [is, ...blank],
  integer: ofAmounts,
  number: ofAmounts,
  date: ofMoments,
  datetime: ofMoments,
  time: ofMoments,
};

/** A filter in words: "origin is Ethiopia". */
export function filterInWords({ column, operator, value }: Filter, type: ColumnType = 'text'): string {
  const all = [...conditionsOf[type], ...ofAmounts, ...ofText];
  const found = all.find((one) => one.operator === operator && (one.value === undefined || one.value === value));
  const said = [column, found?.words ?? operator, found?.value === undefined ? value : ''];
  return nameInText(said.filter(Boolean).join(' '));
}
