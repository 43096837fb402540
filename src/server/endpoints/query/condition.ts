import type { Column } from '../../../contract/rows';
import { exampleDatetimeOf, hasZone, zonedOf } from '../../normalise/readCell';
import { type Bound, compared, type Condition, type FilterValue } from '../../store/memory/engine';
import type { ColumnNames } from './columnNames';
import { idOperators, isOperator, type Operator, operatorNames, operators } from './operators';
import { didYouMean, invalid, refuse, shortened, signedValue, unknownOperator } from './queryRefusals';
import { formatNumber, splitList } from './parameters';
import { jsonValueOf, type LongNumber, longNumberIn, typeInWords } from './values';

/** Value to compare a column with, as the client wrote it. */
interface Operand {
  /** Parameter that contains the value, for refusals. */
  readonly field: string;
  readonly value: unknown;
  /**
   * Whether the value is text of an address, with lists separated by commas (or repeated, as an array of texts). Otherwise it is
   * JSON.
   */
  readonly isText: boolean;
}

/** Maximum length of a text to search for in cells, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 1_000;

/** @throws Refusal `invalid_value` if a text is too long to search for in every cell */
export function refuseLongText(field: string, name: string, text: string): void {
  if (text.length <= MAX_TEXT_LENGTH) return;
  const max = formatNumber(MAX_TEXT_LENGTH);
  const detail = `${name} takes at most ${max} characters, and these are ${formatNumber(text.length)}.`;
  refuse('invalid_value', field, detail, 'Look for a shorter part of it. Whole cells of any length are found by eq.');
}

/** Formats a value for a refusal, shortened. */
const quoted = (value: unknown): string =>
  shortened(typeof value === 'string' ? `“${value}”` : (JSON.stringify(value) ?? 'nothing'));

/** Returns a hint with an example, in the notation of the request. In an address, `+` would mean a space. */
function exampleOf(column: Column, { field, isText }: Operand): string {
  const { key, type } = column;
  const example = exampleDatetimeOf(column) ?? column.examples.find((value) => value !== null);
  if (example === undefined) return `Give it ${typeInWords[type]}.`;
  if (isText) return `Write it like ${field}=${String(example).replaceAll('+', '%2B')}.`;
  return `Write it like {"${key}":{"eq":${JSON.stringify(example)}}}.`;
}

function refuseMisfit(column: Column, value: unknown, operand: Operand): never {
  const { key, type } = column;
  const { field, isText } = operand;
  if (value === null) {
    return refuse('invalid_value', field, `Nothing equals a blank, so null cannot be compared with ${key}.`, blankHint);
  }
  const detail = `The type of ${key} is ${type}: it holds ${typeInWords[type]}. ${quoted(value)} is not one of them.`;
  const suggestion = isText && typeof value === 'string' ? signedValue(key, value) : undefined;
  return refuse('invalid_value', field, detail, suggestion ?? exampleOf(column, operand));
}

/** Rejects a number that a double cannot hold: its rounded value would find the rows of another number. */
function refuseLongNumber({ key }: Column, { text, rounded }: LongNumber, { field }: Operand): never {
  const detail = `${key} is compared with ${text}, and a number cannot keep so many digits: it would be ${rounded}.`;
  return refuse('invalid_value', field, detail, 'No number is it. To keep every digit, make it a column of text.');
}

const blankHint = 'Blank cells are found by isblank, for example {"City":{"isblank":true}}.';

/**
 * Parses the value to compare a column with.
 *
 * @param bound set if the value is the bound of a range, which may be a value that the column cannot contain. Names the side of the
 * nearest representable number, which is an equivalent bound
 */
function valueOf(column: Column, value: unknown, operand: Operand, bound?: 'less' | 'greater'): FilterValue {
  const { type } = column;
  const long = type === 'number' || type === 'integer' ? longNumberIn(value, type) : undefined;
  if (long !== undefined) return bound === undefined ? refuseLongNumber(column, long, operand) : long.neighbour(bound);
  const filterValue = jsonValueOf(value, type, bound !== undefined);
  if (filterValue === undefined) return refuseMisfit(column, value, operand);
  return type === 'datetime' ? datetimeOf(column, value, String(filterValue), operand) : filterValue;
}

const BARE_DATE = /^\s*\d{4}-\d\d-\d\d\s*$/;

/**
 * Writes a datetime in the column's notation. If a time zone has to be given and is not, the value is rejected rather than guessed.
 * A date alone means midnight, in UTC if the column's values have zones.
 */
function datetimeOf(column: Column, value: unknown, datetime: string, operand: Operand): string {
  const zoned = zonedOf(column);
  if (zoned === undefined || zoned === hasZone(datetime)) return datetime;
  if (BARE_DATE.test(String(value))) return `${datetime}Z`;
  const has = zoned ? 'have a zone, and which one is meant here is not guessed' : 'have no zone';
  const detail = `The values of ${column.key} ${has}. ${quoted(value)} has another form.`;
  return refuse('invalid_value', operand.field, detail, exampleOf(column, operand));
}

function listOf({ field, value, isText }: Operand, op: string): readonly unknown[] {
  const list = isText ? [value].flat().flatMap((text) => splitList(field, String(text))) : value;
  if (!Array.isArray(list)) {
    return invalid(field, `${op} takes a list, and ${quoted(value)} is not one.`, `Write it as {"${op}":[…]}.`);
  }
  return list;
}

function boundsOf(column: Column, operand: Operand): Bound[] {
  const list = listOf(operand, 'between');
  if (list.length !== 2) {
    const hint = operand.isText ? `Write ${operand.field}=from,to.` : 'Write {"between":[from,to]}.';
    return invalid(operand.field, `between takes two values, and ${list.length} are given.`, hint);
  }
  return [
    { op: 'gte', value: valueOf(column, list[0], operand, 'greater') },
    { op: 'lte', value: valueOf(column, list[1], operand, 'less') },
  ];
}

const exampleHint = (field: string, op: string, value: string, isText: boolean) =>
  `Write it like ${isText ? `${field}=${value}` : `{"${op}":${value}}`}.`;

function flagOf({ field, value, isText }: Operand, op: string): boolean {
  const flag = isText && (value === 'true' || value === 'false') ? value === 'true' : value;
  if (typeof flag === 'boolean') return flag;
  const hint = exampleHint(field, op, 'true', isText);
  return refuse('invalid_value', field, `${op} takes true or false, and ${quoted(value)} is neither.`, hint);
}

function textOf({ field, value }: Operand, op: string): string {
  if (typeof value === 'string') {
    refuseLongText(field, op, value);
    return value;
  }
  const hint = exampleHint(field, op, JSON.stringify(String(value)), false);
  return refuse('invalid_value', field, `${op} takes a text, and ${quoted(value)} is not one.`, hint);
}

/** Sides for {@link valueOf}: ordering operators take bounds; equality needs a value that the column can contain. */
const boundOf = { eq: undefined, ne: undefined, gt: 'less', gte: 'greater', lt: 'greater', lte: 'less' } as const;

function columnCondition(column: Column, columnIndex: number, op: Operator, operand: Operand): Condition {
  const operator = operators[op];
  switch (operator.kind) {
    case 'compare':
      return compared(columnIndex, operator.op, valueOf(column, operand.value, operand, boundOf[operator.op]));
    case 'list': {
      const values = listOf(operand, op).map((value) => valueOf(column, value, operand));
      const isIn: Condition = { kind: 'in', column: columnIndex, values };
      return op === 'in' ? isIn : { kind: 'not', part: isIn };
    }
    case 'between':
      return { kind: 'range', column: columnIndex, bounds: boundsOf(column, operand) };
    case 'text':
      return { kind: 'text', column: columnIndex, op: operator.op, text: textOf(operand, op) };
    case 'blank':
      return { kind: 'blank', column: columnIndex, is: flagOf(operand, op) };
  }
}

function idsOf(op: 'in' | 'eq', operand: Operand): string[] {
  const values = op === 'in' ? listOf(operand, op) : [operand.value];
  return values.map((value) => {
    if (typeof value === 'string') return value;
    const hint = 'Use the _id of a row from a response.';
    return refuse('invalid_value', operand.field, `_id is a text, and ${quoted(value)} is not one.`, hint);
  });
}

/** @throws Refusal `unknown_operator` for operators that `_id` does not have */
function idCondition(op: string, operand: Operand): Condition {
  if (op === 'eq' || op === 'in') return { kind: 'ids', ids: idsOf(op, operand) };
  if (op === 'ne' || op === 'nin') {
    return { kind: 'not', part: { kind: 'ids', ids: idsOf(op === 'ne' ? 'eq' : 'in', operand) } };
  }
  if (!isOperator(op)) return unknownOperator(operand.field, op, idOperators);
  const hint = didYouMean(op, idOperators) ?? `_id takes ${idOperators.join(', ')}.`;
  return refuse('unknown_operator', operand.field, `_id does not support the operator “${op}”.`, hint);
}

/**
 * Returns the condition of an operator.
 *
 * @param of index of the column, or `_id`
 * @throws Refusal `unknown_operator`, `invalid_value`, `invalid_parameter`
 */
export function conditionOf(of: number | '_id', op: string, operand: Operand, names: ColumnNames): Condition {
  if (of === '_id') return idCondition(op, operand);
  if (!isOperator(op)) return unknownOperator(operand.field, op, operatorNames);
  return columnCondition(names.column(of), of, op, operand);
}
