import { limits } from '../../../contract/limits';
import { type CellValue, type ColumnType, columnTypes } from '../../../contract/rows';
import { type FileFormat, mediaTypes } from '../../endpoints/answers/format';
import { type Abilities, type DescribedColumn, isReservedName, type NamedTab } from '../describedProject';
import {
  integer,
  type Json,
  jsonContent,
  type JsonObject,
  listOf,
  type Named,
  objectOf,
  objectWith,
  reference,
  text,
} from './parts';

/** JSON types of the data API's column types. */
export const jsonTypes: Readonly<Record<ColumnType, string>> = {
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  date: 'string',
  datetime: 'string',
  time: 'string',
  text: 'string',
};

/** Maximum length of an example, in characters. Longer values are left out: a truncated value would be a wrong example. */
const MAX_EXAMPLE_LENGTH = 200;

export const examplesOf = ({ examples }: DescribedColumn): CellValue[] =>
  examples.filter((value) => typeof value !== 'string' || value.length <= MAX_EXAMPLE_LENGTH);

/** Returns the `format` of a column. `date-time` is left out: future values may write time zones in forms that it does not allow. */
export const formatOf = ({ format }: DescribedColumn): JsonObject =>
  format === undefined || format === 'date-time' ? {} : { format };

/** Describes a column: its header cell if the caller may know it, and its header if it differs from the key. */
function descriptionOf({ header, key, cell, unique }: DescribedColumn): string | undefined {
  const names: string[] = [];
  if (cell !== '') names.push(`under ${cell}`);
  if (header !== key) names.push(`“${header}”`);
  const sentences: string[] = [];
  if (names.length > 0) sentences.push(`Column ${names.join(', ')}.`);
  if (unique) sentences.push('All values are unique.');
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

const columnSchema = (column: DescribedColumn, type: Json, examples: readonly CellValue[]): JsonObject => ({
  type,
  ...formatOf(column),
  description: descriptionOf(column),
  ...(examples.length > 0 && { examples }),
});

/**
 * Returns the schema of a column's values in responses. It allows every value that may occur, not only those of today, so that a generated
 * client still works after a cell is cleared or gets a new value.
 */
function valueSchema(column: DescribedColumn): JsonObject {
  const own = jsonTypes[column.type];
  const types = [own, ...(column.mixed && own !== 'string' ? ['string'] : []), 'null'];
  return columnSchema(column, types, examplesOf(column));
}

/** Returns the schema of the values that can be written to a column. */
function inputValueSchema(column: DescribedColumn, isKey: boolean): JsonObject {
  const own = jsonTypes[column.type];
  const examples = examplesOf(column).filter((value) => (typeof value === 'string') === (own === 'string'));
  return columnSchema(column, isKey ? own : [own, 'null'], examples);
}

/** Returns the properties of an object for JSON Schema; names that tools could mistake for keywords become patterns. */
function propertiesOf(entries: Named): JsonObject {
  const odd = entries.filter(([name]) => isReservedName(name));
  const properties = objectOf(entries.filter(([name]) => !isReservedName(name)));
  if (odd.length === 0) return { properties };
  return { properties, patternProperties: objectOf(odd.map(([name, schema]) => [`^\\${name}$`, schema])) };
}

const exampleOf = ({ example }: NamedTab): JsonObject | undefined => example && objectOf(example);

const idSchema: JsonObject = { type: 'string', description: 'Id of the row: the last part of its URL.' };
const plannedId: JsonObject = { type: ['string', 'null'], description: 'Null for a row that does not exist yet.' };

/** Returns the schema of a row in a response. @param isWhole whether the row always has every column */
function rowSchema(tab: NamedTab, isWhole: boolean, description: string, id = idSchema): JsonObject {
  const { columns } = tab;
  const example = exampleOf(tab);
  return {
    type: 'object',
    description,
    ...propertiesOf([['_id', id], ...columns.map((column) => [column.key, valueSchema(column)] as const)]),
    required: isWhole ? ['_id', ...columns.map(({ key }) => key)] : ['_id'],
    ...(example !== undefined && id === idSchema && { examples: [example] }),
  };
}

/** Returns the schema of a row in a request body: a new row, or the changed columns of one. */
function inputSchema({ title, columns, keyColumn }: NamedTab, kind: 'new' | 'changed'): JsonObject {
  const needed = kind === 'new' && keyColumn !== null ? [keyColumn] : [];
  return {
    type: 'object',
    description: kind === 'new' ? `A new row of “${title}”.` : `Changed columns of a row of “${title}”.`,
    ...propertiesOf(
      columns.map((column) => [column.key, inputValueSchema(column, needed.includes(column.key))] as const),
    ),
    ...(needed.length > 0 && { required: needed }),
    additionalProperties: false,
  };
}

/** Returns the schemas of a tab's rows: read, returned by a write, planned by a dry run, and sent in a body. */
export function tabSchemas(tab: NamedTab, { read, create, update }: Abilities): Named {
  const { name, title } = tab;
  const written = `A row of “${title}” as it was written; columns that were left out are blank.`;
  const planned = `A row of “${title}” as it would be, or, if no row was added, as it is.`;
  const schemas: [string, JsonObject][] = [];
  if (read) schemas.push([`${name}Row`, rowSchema(tab, true, `A row of “${title}”.`)]);
  if (create || update) schemas.push([`${name}Written`, rowSchema(tab, read, written)]);
  if (create) schemas.push([`${name}Planned`, rowSchema(tab, read, planned, plannedId)]);
  if (create) schemas.push([`${name}Input`, inputSchema(tab, 'new')]);
  if (update) schemas.push([`${name}Change`, inputSchema(tab, 'changed')]);
  return schemas;
}

const stale: JsonObject = {
  ...listOf(text),
  description: 'Columns with stale formulas: their inputs have changed since their values were calculated.',
};

/** Schemas of `meta` in responses. */
export const metaSchemas = {
  PageMeta: objectWith(
    {
      total: { ...integer, description: 'Number of matching rows on all pages.' },
      count: { ...integer, description: 'Number of rows on this page.' },
      limit: integer,
      offset: integer,
      next: { ...text, format: 'uri', description: 'URL of the next page, if there is one.' },
      cursor: { ...text, description: 'Cursor of the next page of a query in a body.' },
      revision: integer,
      stale,
      staleRows: {
        type: 'object',
        description: 'With `_values=formula`: columns with stale formulas by `_id` of the row, for this page.',
        additionalProperties: listOf(text),
      },
    },
    ['total', 'count', 'limit', 'offset', 'revision'],
  ),
  RowMeta: objectWith({ revision: integer, stale }, ['revision']),
  WriteMeta: objectWith(
    {
      count: integer,
      created: integer,
      updated: integer,
      removed: integer,
      unchanged: integer,
      dryRun: { type: 'boolean' },
      ignored: { ...listOf(text), description: 'Unknown column names that were skipped.' },
      revision: integer,
    },
    ['revision'],
  ),
} as const satisfies Record<string, JsonObject>;

/** Returns the schema of a response with `data` and `meta`. */
const answerSchema = (data: JsonObject, meta: keyof typeof metaSchemas): JsonObject =>
  objectWith({ data, meta: reference('schemas', meta) });

const schemaNamed = ({ name }: NamedTab, kind: 'Row' | 'Written' | 'Planned' | 'Input' | 'Change') =>
  reference('schemas', name + kind);

/** Returns the content of a page of rows. */
export function pageContent(tab: NamedTab): JsonObject {
  const { rows: total, revision } = tab;
  const example = exampleOf(tab);
  const meta = { total, count: 1, limit: 1, offset: 0, revision };
  const schema = answerSchema(listOf(schemaNamed(tab, 'Row')), 'PageMeta');
  return jsonContent(schema, example && { data: [example], meta });
}

export function rowContent(tab: NamedTab): JsonObject {
  const { revision } = tab;
  const example = exampleOf(tab);
  const schema = answerSchema(schemaNamed(tab, 'Row'), 'RowMeta');
  return jsonContent(schema, example && { data: example, meta: { revision } });
}

/** Returns the content of a file of all rows. */
export const fileContent = (format: FileFormat): JsonObject => ({
  [mediaTypes[format].replace(/;.*$/, '')]: {
    schema: { type: 'string', ...(format === 'xlsx' && { format: 'binary' }) },
  },
});

const oneOrMore = (row: JsonObject, more: JsonObject = {}): JsonObject => ({
  oneOf: [row, { ...listOf(row), ...more }],
});

/** Returns the content of written rows. `_id` is null for a row that a dry run would add. */
export function writtenContent(tab: NamedTab, data: 'row' | 'rows' | 'either' | 'planned'): JsonObject {
  const row = schemaNamed(tab, 'Written');
  const either = oneOrMore(row);
  const schemas = { row, rows: listOf(row), either, planned: oneOrMore(schemaNamed(tab, 'Planned')) };
  return jsonContent(answerSchema(schemas[data], 'WriteMeta'));
}

/** Content of the response to a removal of rows. */
export const removedContent = jsonContent(answerSchema(oneOrMore(objectWith({ _id: text })), 'WriteMeta'));

/** Returns the content of a body with new rows. Forms and CSV, also accepted, are left out: client generators take one type per call. */
export const newRowsContent = (tab: NamedTab): JsonObject =>
  jsonContent(oneOrMore(schemaNamed(tab, 'Input'), { minItems: 1, maxItems: limits.rowsPerWrite }));

/** Returns the content of a body that changes rows; see {@link newRowsContent}. */
export const changeContent = (tab: NamedTab): JsonObject => jsonContent(schemaNamed(tab, 'Change'));

export const projectSchema: JsonObject = objectWith({
  data: objectWith({
    title: text,
    tabs: listOf(
      objectWith({ title: text, slug: text, url: { ...text, format: 'uri' }, rows: integer, columns: integer }),
    ),
    revision: integer,
    syncedAt: { type: ['string', 'null'], format: 'date-time' },
  }),
});

const boolean: JsonObject = { type: 'boolean' };

const describedColumn: JsonObject = {
  key: text,
  header: text,
  slug: text,
  type: { ...text, enum: [...columnTypes] },
  nullable: boolean,
  unique: boolean,
  examples: listOf({ anyOf: [text, { type: 'number' }, boolean] }),
};

/** Response of `…/_schema`. A column has the address of its header cell, unless the caller does not see all columns. */
export const tabSchema: JsonObject = objectWith({
  columns: listOf({ ...objectWith(describedColumn), properties: { ...describedColumn, cell: text } }),
  keyColumn: { type: ['string', 'null'] },
  rows: integer,
  revision: integer,
});
