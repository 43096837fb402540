import { limits } from '../../../contract/limits';
import type { Condition, Order } from '../../store/memory/engine';
import type { ColumnNames } from './columnNames';
import { formatNumber, Parameters, plainParameter, type SignedName, parseSign, wordOf } from './parameters';
import { type Cursor, type Field, type Plan, type RowsTask, shapes, shortHash, cellContents } from './plan';
import { columnNamed, invalid, refuse, unknownNames } from './queryRefusals';
import { queryPairsOf } from './rawQuery';
import { distinctTaskOf, groupTaskOf } from './summaries';

const fieldNamed = (field: string, name: string, names: ColumnNames): Field =>
  name === '_id' || name === '_row' ? name : columnNamed(field, name, names);

const signedNames = (items: readonly string[], names: ColumnNames): SignedName[] =>
  items.map((item) => parseSign(item, (name) => names.find(name) !== undefined));

/** Returns the fields named without a `-`, or every column if there are none. `*` is every column. */
function includedFields(field: string, items: readonly SignedName[], names: ColumnNames): Field[] {
  const included = items.filter(({ minus }) => !minus);
  if (included.length === 0) return [...names.visible];
  return included.flatMap(({ name }): readonly Field[] =>
    name === '*' && names.find(name) === undefined ? names.visible : [fieldNamed(field, name, names)],
  );
}

/**
 * Returns the fields of each row: `_fields=Name,City` includes, `_fields=-Secret` excludes. `_id` comes first unless it is excluded
 * or listed.
 *
 * @returns undefined for `_id` and every column of the tab
 */
export function fieldsOf(parameters: Parameters, names: ColumnNames): readonly Field[] | undefined {
  const field = parameters.field('fields');
  const list = parameters.list('fields');
  if (list === undefined) return names.areAll ? undefined : ['_id', ...names.visible];
  const items = signedNames(list, names);
  const excluded = new Set(items.filter(({ minus }) => minus).map(({ name }) => fieldNamed(field, name, names)));
  const included = includedFields(field, items, names);
  const all = new Set<Field>(included.includes('_id') ? included : ['_id', ...included]);
  const fields = [...all].filter((candidate) => !excluded.has(candidate));
  if (fields.length === 0) return invalid(field, `${field} leaves nothing of the rows.`, 'Name the columns you want.');
  return fields;
}

/**
 * Returns the order of rows: `_sort=-Founded,Name`, with `-` for descending.
 *
 * @throws Refusal `unknown_column`
 */
export function orderOf(parameters: Parameters, names: ColumnNames): Order[] {
  const field = parameters.field('sort');
  return signedNames(parameters.list('sort') ?? [], names).map(({ name, minus }) => ({
    column: name === '_row' ? name : columnNamed(field, name, names),
    descending: minus,
  }));
}

const RADIX = 36;
const CURSOR = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([0-9a-f]{16})$/;

/**
 * Returns the text of a cursor. It opens no other revision: for a key that hides columns, earlier rows may show them under another
 * header or as ids, and without the key's visibility key nobody can calculate the seal.
 *
 * @param fingerprint of the query
 */
export const cursorText = (fingerprint: string, { revision, offset }: Pick<Cursor, 'revision' | 'offset'>): string =>
  `${revision.toString(RADIX)}.${offset.toString(RADIX)}.${shortHash(fingerprint, revision)}`;

/** Parses the text of a cursor; undefined if it is not one. */
export function parseCursor(text: string): Cursor | undefined {
  const [, revision = '', offset = '', seal] = CURSOR.exec(text) ?? [];
  return seal === undefined
    ? undefined
    : { revision: parseInt(revision, RADIX), offset: parseInt(offset, RADIX), seal };
}

/**
 * @param fingerprint of the query that the cursor is sent with
 * @throws Refusal `invalid_cursor` for an invalid cursor, and for a cursor of another query
 */
function readCursor(field: string, text: string, fingerprint: string): Cursor {
  const cursor = parseCursor(text);
  const hint = 'Use the cursor from next unchanged, or leave it out for the first page.';
  if (cursor === undefined) return refuse('invalid_cursor', field, `“${text}” is not a valid cursor.`, hint);
  if (cursor.seal !== shortHash(fingerprint, cursor.revision)) {
    const detail = 'This cursor belongs to another query: filters, order and grouping have to stay the same.';
    return refuse('invalid_cursor', field, detail, hint);
  }
  return cursor;
}

/** Parameters of a request for one row. */
const rowParameters = ['_fields', '_keys', '_values'];

const unknownKinds = {
  one: 'does not apply to a single row',
  many: 'do not apply to a single row',
  hint: 'Filters, order and pages go to the address of the sheet, without what stands behind its name.',
};

/** Fields of a row and how to write them. */
export interface RowOptions extends Pick<Plan, 'slugKeys' | 'values'> {
  readonly fields: readonly Field[] | undefined;
}

/**
 * Parses the query of a request for one row.
 *
 * @param text query of the address, without `?`
 * @throws Refusal `unknown_parameter`, `unknown_column`, `invalid_parameter`
 */
export function parseRowOptions(text: string, names: ColumnNames): RowOptions {
  const pairs = queryPairsOf(text).map(plainParameter);
  const unknownFields = pairs.map(({ name }) => name).filter((name) => !rowParameters.includes(name));
  if (unknownFields.length > 0)
    unknownNames([...new Set(unknownFields)], rowParameters, rowParameters.join(', '), unknownKinds);
  const parameters = Parameters.ofAddress(pairs);
  const slugKeys = wordOf(parameters, 'keys', ['header', 'slug']) === 'slug';
  return { fields: fieldsOf(parameters, names), slugKeys, values: wordOf(parameters, 'values', cellContents) };
}

function limitOf(parameters: Parameters): number {
  const { rowsPerPage, rowsPerPageMost } = limits;
  const limit = parameters.number('limit', rowsPerPageMost) ?? rowsPerPage;
  if (limit <= rowsPerPageMost) return limit;
  const field = parameters.field('limit');
  const hint = `Ask for ${field}=${rowsPerPageMost} and follow next, or add .ndjson or .csv to the address for everything.`;
  return refuse('limit_too_large', field, `${field} is ${formatNumber(rowsPerPageMost)} at most.`, hint);
}

function cursorOf(parameters: Parameters, fingerprint: string): Cursor | undefined {
  const text = parameters.text('cursor');
  if (text === undefined) return undefined;
  if (parameters.has('offset')) {
    const field = parameters.field('offset');
    return invalid(field, 'A cursor says where the page begins.', `Leave ${field} out.`);
  }
  return readCursor(parameters.field('cursor'), text, fingerprint);
}

/** Joins conditions with `and`, sorted and without duplicates, so that equivalent queries have equal fingerprints. */
function joinConditions(conditions: readonly Condition[]): Condition | undefined {
  if (conditions.length < 2) return conditions[0];
  const byText = new Map(conditions.map((condition) => [JSON.stringify(condition), condition]));
  const parts = [...byText.keys()].sort().flatMap((text) => byText.get(text) ?? []);
  return parts.length === 1 ? parts[0] : { kind: 'and', parts };
}

function taskOf(parameters: Parameters, names: ColumnNames, slugKeys: boolean): Plan['task'] {
  if (parameters.has('distinct')) return distinctTaskOf(parameters, names);
  if (parameters.has('group') || parameters.has('agg')) return groupTaskOf(parameters, names, slugKeys);
  return { kind: 'rows', order: orderOf(parameters, names), fields: fieldsOf(parameters, names) } satisfies RowsTask;
}

function refuseConflicts(parameters: Parameters, { kind }: Plan['task'], shape: Plan['shape']) {
  if (shape === 'object' && kind !== 'rows') {
    invalid(parameters.field('shape'), 'Only rows have an _id to be keyed by.', 'Leave it out, or ask for array.');
  }
  if (parameters.has('values') && kind !== 'rows') {
    const field = parameters.field('values');
    invalid(field, `${field} is for rows, and this request counts values.`, `Leave ${field} out.`);
  }
  if (parameters.flag('single') === true && shape !== 'rows' && shape !== 'array') {
    const field = parameters.field('shape');
    invalid(field, `${parameters.field('single')} answers one object: it has no such shape.`, `Leave ${field} out.`);
  }
}

/**
 * Compiles parsed conditions and parameters into a plan.
 *
 * @throws Refusal with a code of its own for each error
 */
export function rowsPlanOf(conditions: readonly Condition[], parameters: Parameters, names: ColumnNames): Plan {
  const slugKeys = wordOf(parameters, 'keys', ['header', 'slug']) === 'slug';
  const where = joinConditions(conditions);
  const task = taskOf(parameters, names, slugKeys);
  const shape = wordOf(parameters, 'shape', shapes) ?? 'rows';
  const single = parameters.flag('single') ?? false;
  refuseConflicts(parameters, task, shape);
  const fingerprint = shortHash(names.visibilityKey, task.kind === 'rows' ? task.order : task, where);
  const cursor = cursorOf(parameters, fingerprint);
  const limit = limitOf(parameters);
  const values = wordOf(parameters, 'values', cellContents);
  const rawCsv = wordOf(parameters, 'csv', ['raw']) === 'raw';
  const fields = task.kind === 'rows' && task.fields;
  const optionsKey = JSON.stringify([fields, limit, shape, single, slugKeys, rawCsv, values]);
  const offset = cursor?.offset ?? parameters.number('offset') ?? 0;
  const isLimited = parameters.has('limit');
  return {
    where,
    task,
    cursor,
    fingerprint,
    offset,
    limit,
    isLimited,
    shape,
    single,
    slugKeys,
    values,
    rawCsv,
    optionsKey,
  };
}
