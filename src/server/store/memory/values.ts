import type { ColumnType } from '../../../contract/rows';
import { secondsOf } from '../../workbook/cells';
import type { FilterValue } from './engine';

/** The order of text. */
export const collator = new Intl.Collator('und');

/** A value as a text search sees it: as it is written in JSON, without quotes. */
export const textOf = (value: FilterValue): string => (typeof value === 'string' ? value : String(value));

/** Text with its case folded. The final sigma is a sigma. */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

const ONLY_ASCII = /^[\0-\x7f]*$/;

/** Text with its case and accents folded. */
export function foldAccents(text: string): string {
  const folded = foldCase(text);
  return ONLY_ASCII.test(folded) ? folded : folded.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
}

/** Which differences between texts do not count. */
export type Folding = 'none' | 'case' | 'accents';

export const folds: Readonly<Record<Folding, (text: string) => string>> = {
  none: (text) => text,
  case: foldCase,
  accents: foldAccents,
};

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)?)?$/;

/** Milliseconds since 1970, to about a microsecond; a moment without a zone is taken for one of UTC. */
function momentKey(text: string): number | undefined {
  const [, date, time = '00:00:00', fraction = '0', zone = 'Z'] = MOMENT.exec(text) ?? [];
  if (date === undefined) return undefined;
  const key = Date.parse(`${date}T${time}${zone.replace(/(\d\d)(\d\d)$/, '$1:$2')}`) + Number(`0.${fraction}`) * 1000;
  return Number.isNaN(key) ? undefined : key;
}

/**
 * What a value is ordered by in a column of a type: a number. Undefined for text, which is ordered by {@link collator}, and
 * for what does not fit the type; both come after all that do.
 */
export function orderKeyOf(type: ColumnType, value: FilterValue): number | undefined {
  switch (type) {
    case 'integer':
    case 'number':
      return typeof value === 'number' ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? Number(value) : undefined;
    case 'date':
    case 'datetime':
      return typeof value === 'string' ? momentKey(value) : undefined;
    case 'time':
      return typeof value === 'string' ? secondsOf(value) : undefined;
    case 'text':
      return undefined;
  }
}

/** The order of two values in a column of a type: below zero, zero or above. Different values may be equal in it. */
export function compareValues(type: ColumnType, one: FilterValue, other: FilterValue): number {
  const oneKey = orderKeyOf(type, one);
  const otherKey = orderKeyOf(type, other);
  if (oneKey !== undefined && otherKey !== undefined) return oneKey - otherKey;
  if (oneKey !== undefined) return -1;
  if (otherKey !== undefined) return 1;
  return collator.compare(textOf(one), textOf(other));
}
