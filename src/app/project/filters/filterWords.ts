import type { ColumnType } from '../../../contract/rows';
import type { Filter, FilterOperator } from '../rows/question';

/** Unicode controls that change the direction of the text after them. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Returns a name without the controls that would reverse the words around it. Letters of right-to-left scripts keep their
 * direction.
 */
export const withoutDirectionControls = (name: string) => name.replace(DIRECTION_CONTROLS, '');

/** An option of the condition select; `isblank` is two options. */
export interface Condition {
  readonly words: string;
  readonly operator: FilterOperator;
  /** Fixed value of the filter; undefined where the person types it. */
  readonly value?: string;
}

const is: Condition = { words: 'is', operator: 'eq' };
const blank: readonly Condition[] = [
  { words: 'empty', operator: 'isblank', value: 'true' },
  { words: 'not empty', operator: 'isblank', value: 'false' },
];

const ofText: readonly Condition[] = [{ words: 'contains', operator: 'contains' }, is, ...blank];

/** Conditions of values that have an order, by the words for greater and less, each without and with the value itself. */
const ordered = (gt: string, gte: string, lt: string, lte: string): readonly Condition[] => [
  is,
  { words: gt, operator: 'gt' },
  { words: gte, operator: 'gte' },
  { words: lt, operator: 'lt' },
  { words: lte, operator: 'lte' },
  ...blank,
];

const ofAmounts = ordered('more than', 'at least', 'less than', 'at most');
const ofMoments = ordered('after', 'from', 'before', 'until');

/** Conditions by column type, the most frequent first. */
export const conditionsOf: Record<ColumnType, readonly Condition[]> = {
  text: ofText,
  boolean: [is, ...blank],
  integer: ofAmounts,
  number: ofAmounts,
  date: ofMoments,
  datetime: ofMoments,
  time: ofMoments,
};

/** Returns a filter in words: "origin is Ethiopia". */
export function filterInWords({ column, operator, value }: Filter, type: ColumnType = 'text'): string {
  const conditions = [...conditionsOf[type], ...ofAmounts, ...ofText];
  const isOfFilter = (condition: Condition) =>
    condition.operator === operator && (condition.value === undefined || condition.value === value);
  const condition = conditions.find(isOfFilter);
  const words = [column, condition?.words ?? operator, condition?.value === undefined ? value : ''];
  return withoutDirectionControls(words.filter(Boolean).join(' '));
}
