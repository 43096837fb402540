import type { ColumnType } from '../../../contract/rows';
import { secondsOf } from '../../workbook/cells';
import type { FilterValue } from './engine';

/** Collation of texts. */
export const collator = new Intl.Collator('und');

/** Returns a value as text searches read it: its JSON without quotes. */
export const textOf = (value: FilterValue): string => (typeof value === 'string' ? value : String(value));

/** Folds the case of a text. A final sigma becomes a sigma. */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

const ONLY_ASCII = /^[\0-\x7f]*$/;

/** Folds the case and accents of a text. */
export function foldAccents(text: string): string {
  const folded = foldCase(text);
  return ONLY_ASCII.test(folded) ? folded : folded.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
}

/** The differences between texts that a comparison ignores. */
export type Folding = 'none' | 'case' | 'accents';

export const folds: Readonly<Record<Folding, (text: string) => string>> = {
  none: (text) => text,
  case: foldCase,
  accents: foldAccents,
};

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)?)?$/;

/** Parses a date or date-time to milliseconds since 1970, to about a microsecond; UTC without a zone. */
function momentKey(text: string): number | undefined {
  const [, date, time = '00:00:00', fraction = '0', zone = 'Z'] = MOMENT.exec(text) ?? [];
  if (date === undefined) return undefined;
  const key = Date.parse(`${date}T${time}${zone.replace(/(\d\d)(\d\d)$/, '$1:$2')}`) + Number(`0.${fraction}`) * 1000;
  return Number.isNaN(key) ? undefined : key;
}

/**
 * Returns the number that a value is ordered by in a column of a type. Undefined for texts, which are ordered by {@link collator},
 * and for values that do not fit the type; both sort after all that do.
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

/** Compares two values in a column of a type. Different values may be equal in its order. */
export function compareValues(type: ColumnType, one: FilterValue, other: FilterValue): number {
  const oneKey = orderKeyOf(type, one);
  const otherKey = orderKeyOf(type, other);
  if (oneKey !== undefined && otherKey !== undefined) return oneKey - otherKey;
  if (oneKey !== undefined) return -1;
  if (otherKey !== undefined) return 1;
  return collator.compare(textOf(one), textOf(other));
}
