import { isoMoment, momentOfSerial } from '../moments';
import type { RawCell, RichCell } from '../../rawTab/rawTab';
import { damaged } from '../refusals';
import { type SharedStrings, unescaped } from './sharedStrings';
import type { FormatCodes, Styles } from './workbookParts';

/** What cells refer to. */
export interface Book {
  readonly strings: SharedStrings | undefined;
  readonly styles: Styles;
  readonly formats: FormatCodes;
  readonly date1904: boolean;
}

/** A `c` element (ECMA-376 part 1, section 18.3.1.4), its texts as written. */
export interface WrittenCell {
  /** `t` */
  readonly type: string;
  /** `s`; the number of its style. */
  readonly style: number;
  /** `v`; empty when there is none. */
  readonly value: string;
  /** `is`, joined. */
  readonly inline: string;
  readonly formula: string | undefined;
}

type Bare = Pick<RichCell, 'kind' | 'value'>;

/** What a cell holds. For a formula that is its cached value. */
export function cellValue(cell: WrittenCell, book: Book): RawCell {
  const bare = bareValue(cell, book);
  const { formula } = cell;
  if (formula !== undefined && formula !== '') return { ...(bare ?? { kind: 'text', value: null }), formula };
  if (bare === undefined || bare.value === '') return null;
  return bare.kind === 'text' || bare.kind === 'number' || bare.kind === 'boolean' ? bare.value : bare;
}

function bareValue({ type, style, value, inline }: WrittenCell, book: Book): Bare | undefined {
  if (type === 'str') return text(unescaped(value));
  if (type === 'inlineStr') return text(inline === '' ? unescaped(value) : inline);
  if (value === '') return undefined;
  if (type === 's') return text(sharedText(value, book));
  if (type === 'b') return { kind: 'boolean', value: value === '1' || value === 'true' };
  if (type === 'e') return { kind: 'error', value };
  if (type === 'd') return writtenMoment(value, style, book);
  return numberOf(value, style, book);
}

const text = (value: string): Bare => ({ kind: 'text', value });

function sharedText(index: string, { strings }: Book) {
  const found = strings?.at(Number(index));
  if (found === undefined) throw damaged('a cell refers to a text that is not there');
  return found;
}

/** Some programs write every date with a midnight; its format shows that only a day is meant. */
function writtenMoment(written: string, style: number, { styles }: Book): Bare {
  const { kind, value } = isoMoment(written);
  const dayOnly = kind === 'datetime' && styles[style] === 'date' && value.endsWith('T00:00:00');
  return dayOnly ? { kind: 'date', value: value.slice(0, 10) } : { kind, value };
}

function numberOf(written: string, style: number, { styles, date1904 }: Book): Bare {
  const value = Number(written);
  if (!Number.isFinite(value)) return { kind: 'text', value: written };
  const moment = styles[style];
  return (moment && momentOfSerial(value, moment, date1904)) ?? { kind: 'number', value };
}
