import { limits } from '../../../contract/limits';
import type { ProblemLine } from '../../../contract/problems';
import type { CellValue, Column } from '../../../contract/rows';
import { exampleDatetimeOf, hasZone, readText, zonedOf } from '../../normalise/readCell';
import { Refusal } from '../../refusal';
import type { RawCell } from '../../rawTab/rawTab';
import { filterValueOf, jsonValueOf, LongNumber, longNumberIn, typeInWords } from '../query/values';
import type { ColumnNames } from '../query/columnNames';
import { columnList, didYouMean } from '../query/queryRefusals';
import type { GivenRow } from './bodies';

/** Fields of a row that can all be right: a value for each column, `_id` and `_row`. */
const MOST = limits.columnsPerTab + 2;

export const tooManyFields = () =>
  new Refusal('invalid_rows', `A row names ${MOST.toLocaleString('en-GB')} fields at most.`, {
    hint: `No endpoint has more than ${limits.columnsPerTab.toLocaleString('en-GB')} columns.`,
  });

/** @throws Refusal `invalid_rows` for more fields than any endpoint has, before anything is done for each of them */
export function refuseTooMany(fields: number): void {
  if (fields > MOST) throw tooManyFields();
}

/** As {@link refuseTooMany}, for a form that is not taken apart yet. */
export function refuseLongForm(text: string): void {
  let fields = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    fields += 1;
    if (fields > MOST) throw tooManyFields();
  }
}

/** As {@link refuseTooMany}, for each line of a CSV that is not taken apart yet. */
export function refuseWideCsv(text: string): void {
  let fields = 1;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === '\n') fields = 1;
    else if (sign === ',') fields += 1;
    if (fields > MOST) throw tooManyFields();
  }
}

/** A value that fits its column, and the cell that holds it. */
export interface FittingCell {
  readonly value: CellValue;
  readonly cell: RawCell;
}

/** What is wrong with a value, as a sentence. */
export interface Misfit {
  readonly misfit: string;
}

const BLANK: FittingCell = { value: null, cell: null };

/** A character outside the basic plane is two units; half of one, or NUL, is no character. */
const UNWRITABLE = /[\0]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** How a value is written in a sentence, short. */
export function shown(value: unknown): string {
  const quoted = typeof value === 'string' ? `“${value}”` : JSON.stringify(value);
  const text = typeof value === 'number' ? String(value) : (quoted ?? 'nothing');
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function textOf({ key }: Column, text: string): FittingCell | Misfit {
  if (UNWRITABLE.test(text)) return { misfit: `${key} is given a character that no cell can hold.` };
  if (text.length <= limits.charactersPerCell) return { value: text, cell: text };
  const most = limits.charactersPerCell.toLocaleString('en-GB');
  return {
    misfit: `${key} is given ${text.length.toLocaleString('en-GB')} characters, and a cell holds ${most} at most.`,
  };
}

/** Values of one column have a zone all, or none: they could not be put in order otherwise. */
function zoneMisfit(column: Column, value: string): Misfit | undefined {
  const zoned = zonedOf(column);
  if (zoned === undefined || zoned === hasZone(value)) return undefined;
  const has = zoned ? 'have a zone' : 'have no zone';
  const like = `${has}, for example ${exampleDatetimeOf(column)}`;
  return { misfit: `The values of ${column.key} ${like}. ${shown(value)} is written otherwise.` };
}

function typed(column: Column, value: Exclude<CellValue, null>): FittingCell | Misfit {
  const { type } = column;
  if (typeof value !== 'string') return { value, cell: value };
  if (type === 'date' || type === 'datetime' || type === 'time') {
    return zoneMisfit(column, value) ?? { value, cell: { kind: type, value } };
  }
  return textOf(column, value);
}

/** The value that was given to a column: as a query's, but that JSON's own kind is wanted where there is one, and that no number is rounded. */
function valueOf(given: unknown, { type }: Column, isText: boolean): Exclude<CellValue, null> | undefined {
  const hasOwnKind = type === 'integer' || type === 'number' || type === 'boolean';
  if (typeof given === 'string' && !isText && hasOwnKind) return undefined;
  const text = typeof given === 'string' ? given : undefined;
  const value =
    text === undefined ? jsonValueOf(given, type) : filterValueOf(type === 'text' ? text : text.trim(), type);
  return type === 'integer' && !Number.isSafeInteger(value) ? undefined : value;
}

/** What is wrong with a number that would become another one. */
const longMisfit = ({ key, type }: Column, { text, rounded }: LongNumber): Misfit => ({
  misfit:
    type === 'text'
      ? `The type of ${key} is text: it holds text. ${text} is not one of them. Send it as ${JSON.stringify(text)}.`
      : `${key} is given ${text}, and a number cannot keep so many digits: it would become ${rounded}.`,
});

/** What helps with a value that does not fit: a number or a time, sent to a column of text or dates. */
function adviceOn(given: unknown, type: Column['type']): string {
  if (type === 'text' && (typeof given === 'number' || typeof given === 'boolean')) {
    return ` Send it as ${JSON.stringify(String(given))}.`;
  }
  const isTime = type === 'date' && typeof given === 'string' && /^(?:datetime|instant)$/.test(readText(given).kind);
  return isTime ? ' It is a time of some day: send the date alone, as which day it is depends on the zone.' : '';
}

/**
 * Checks a value against its column's type. Blank, a text of white space too, fits every type. A text is stored as text,
 * whatever it begins with.
 *
 * @param isText whether it comes from a form or CSV, where everything is text; else it is JSON
 */
export function fittingCell(given: unknown, column: Column, isText: boolean): FittingCell | Misfit {
  if (given === null || (typeof given === 'string' && given.trim() === '')) return BLANK;
  const { key, type } = column;
  const long = longNumberIn(given, type);
  if (long !== undefined) return longMisfit(column, long);
  const value = valueOf(given, column, isText);
  if (value !== undefined) return typed(column, value);
  const advice = adviceOn(given, type);
  return {
    misfit: `The type of ${key} is ${type}: it holds ${typeInWords[type]}. ${shown(given)} is not one of them.${advice}`,
  };
}

/** So many things that are wrong are told at once. */
const MOST_TOLD = 100;

/** A value for a column, as it was sent. */
export interface GivenCell {
  readonly given: unknown;
  readonly isText: boolean;
  /** Where it stands in the body, for example `0.Name`. */
  readonly field: string;
}

/** What is wrong with rows, collected so that all of it is told at once. */
export class RowProblems {
  readonly #lines: ProblemLine[] = [];
  #hint: string | undefined;

  /** Whether more need not be told. */
  get isFull(): boolean {
    return this.#lines.length >= MOST_TOLD;
  }

  add(line: ProblemLine, hint?: string): void {
    this.#lines.push(line);
    this.#hint ??= hint;
  }

  /** @throws Refusal `invalid_rows` when anything was added; the first sentence is that of the whole */
  refuse(): void {
    const [first] = this.#lines;
    if (first === undefined) return;
    throw new Refusal('invalid_rows', first.detail, {
      errors: this.#lines.slice(0, MOST_TOLD),
      ...(this.#hint !== undefined && { hint: this.#hint }),
    });
  }
}

export interface ResolvedRow {
  /** By place of the column. */
  readonly cells: ReadonlyMap<number, GivenCell>;
  /** What it says its `_id` is, if it does. */
  readonly id: GivenCell | undefined;
  /** What it says its `_row` is, if it does. */
  readonly row: GivenCell | undefined;
}

export interface Resolving {
  readonly names: ColumnNames;
  readonly isText: boolean;
  /** Where the row stands in the body; undefined where it is the body. */
  readonly index?: number | undefined;
  /** Takes names that are no columns; they are refused without it. */
  readonly ignored?: Set<string> | undefined;
}

const fieldOf = (index: number | undefined, name: string) => (index === undefined ? name : `${index}.${name}`);

/** What to do about a name that is none: other services want rows inside an object, other tables are separated by semicolons. */
function wayOf(name: string, given: unknown): string {
  if (typeof given === 'object' && given !== null && !(given instanceof LongNumber)) {
    return `Send the row itself, or a list of rows, without “${name}” around it.`;
  }
  if (/[;\t]/.test(name)) return 'Put commas between the names, and between the values below them.';
  return 'With _unknown=ignore, what is no column is left out.';
}

function addUnknown(name: string, { given, field }: GivenCell, names: ColumnNames, problems: RowProblems) {
  // To look for what was meant takes its time.
  if (problems.isFull) return;
  const detail = `“${name}” is no column of this endpoint. Its columns are ${columnList(names)}.`;
  const near = didYouMean(name, names.keys);
  problems.add({ field, detail }, near === undefined ? wayOf(name, given) : `${near} ${wayOf(name, given)}`);
}

/** Finds the columns that a row names: exact key first, slug second. */
export function resolveRow({ entries }: GivenRow, resolving: Resolving, problems: RowProblems): ResolvedRow {
  const { names, isText, index, ignored } = resolving;
  const cells = new Map<number, GivenCell>();
  const own: { _id?: GivenCell; _row?: GivenCell } = {};
  refuseTooMany(entries.length);
  for (const [name, given] of entries) {
    const field = fieldOf(index, name);
    const place = names.find(name);
    if (place === undefined && (name === '_id' || name === '_row')) own[name] = { given, isText, field };
    else if (place === undefined && ignored !== undefined) ignored.add(name);
    else if (place === undefined) addUnknown(name, { given, isText, field }, names, problems);
    else if (cells.has(place)) {
      problems.add({ field, detail: `${names.column(place).key} is given twice, by its key and by its slug.` });
    } else cells.set(place, { given, isText, field });
  }
  return { cells, id: own._id, row: own._row };
}

/** How a value of a column is sent. */
function exampleOf({ key, examples }: Column): string | undefined {
  const example = examples.find((one) => one !== null);
  return example === undefined ? undefined : `Send it like ${JSON.stringify({ [key]: example })}.`;
}

/** A value that fits its column; what does not is added to the problems. */
export function checkedCell(
  place: number,
  { given, isText, field }: GivenCell,
  names: ColumnNames,
  problems: RowProblems,
): FittingCell | undefined {
  const fitting = fittingCell(given, names.column(place), isText);
  if (!('misfit' in fitting)) return fitting;
  problems.add({ field, detail: fitting.misfit }, exampleOf(names.column(place)));
  return undefined;
}
