import { limits } from '../../../contract/limits';
import { type CellValue, type ColumnType, columnTypes } from '../../../contract/rows';
import { type FileFormat, mediaTypes } from '../../endpoints/answers/format';
import { type DescribedColumn, isMistakable, type NamedTab } from '../describedProject';
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

/** A type of the data API as JSON has it. */
export const jsonTypes: Readonly<Record<ColumnType, string>> = {
  ...{ integer: 'integer', number: 'number', boolean: 'boolean' },
  ...{ date: 'string', datetime: 'string', time: 'string', text: 'string' },
};

/** Longest example in characters: what is longer is left out, as a part of it would be none. */
const LONGEST_EXAMPLE = 200;

export const examplesOf = ({ examples }: DescribedColumn): CellValue[] =>
  examples.filter((value) => typeof value !== 'string' || value.length <= LONGEST_EXAMPLE);

/** How the values of a column are written, as far as those to come will be: zones are written in more ways than `date-time` has. */
export const formatOf = ({ format }: DescribedColumn): JsonObject =>
  format === undefined || format === 'date-time' ? {} : { format };

/** Where the column stands, where the caller may know it, and its header where its key is another name. */
function descriptionOf({ header, key, cell, unique }: DescribedColumn): string | undefined {
  const names = [...(cell === '' ? [] : [`under ${cell}`]), ...(header === key ? [] : [`“${header}”`])];
  const sentences = [
    ...(names.length === 0 ? [] : [`Column ${names.join(', ')}.`]),
    ...(unique ? ['Every value is a different one.'] : []),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

const columnSchema = (column: DescribedColumn, type: Json, examples: readonly CellValue[]): JsonObject => ({
  type,
  ...formatOf(column),
  description: descriptionOf(column),
  ...(examples.length > 0 && { examples }),
});

/**
 * The values of a column as rows may hold them, whatever they hold today: a client that was generated goes on working when a person
 * clears a cell, or writes a word that no cell has held so far.
 */
function valueSchema(column: DescribedColumn): JsonObject {
  const own = jsonTypes[column.type];
  const types = [own, ...(column.mixed && own !== 'string' ? ['string'] : []), 'null'];
  return columnSchema(column, types, examplesOf(column));
}

/** The values that can be written to a column. */
function givenSchema(column: DescribedColumn, isKey: boolean): JsonObject {
  const own = jsonTypes[column.type];
  const examples = examplesOf(column).filter((value) => (typeof value === 'string') === (own === 'string'));
  return columnSchema(column, isKey ? own : [own, 'null'], examples);
}

/** The properties of an object by their names, as JSON Schema says it. */
function propertiesOf(entries: Named): JsonObject {
  const odd = entries.filter(([name]) => isMistakable(name));
  const properties = objectOf(entries.filter(([name]) => !isMistakable(name)));
  if (odd.length === 0) return { properties };
  return { properties, patternProperties: objectOf(odd.map(([name, schema]) => [`^\\${name}$`, schema])) };
}

const exampleOf = ({ example }: NamedTab): JsonObject | undefined => example && objectOf(example);

const idSchema: JsonObject = { type: 'string', description: 'Names the row: the last part of its address.' };
const plannedId: JsonObject = { type: ['string', 'null'], description: 'Null for a row that is not there yet.' };

/** @param isWhole whether it is answered with every column */
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

/** A row as it is given. */
function inputSchema({ title, columns, keyColumn }: NamedTab, isNew: boolean): JsonObject {
  const needed = isNew && keyColumn !== null ? [keyColumn] : [];
  return {
    type: 'object',
    description: isNew ? `A new row of “${title}”.` : `What a row of “${title}” is changed to.`,
    ...propertiesOf(columns.map((column) => [column.key, givenSchema(column, needed.includes(column.key))] as const)),
    ...(needed.length > 0 && { required: needed }),
    additionalProperties: false,
  };
}

/** The schemas of a tab's rows: as they are read, as a write answers them, as it would leave them, and as they are given. */
export function tabSchemas(tab: NamedTab, may: { readonly [Ability in 'read' | 'create' | 'update']: boolean }): Named {
  const { name, title } = tab;
  const { read, create, update } = may;
  const written = `A row of “${title}” as it was written: what was left out is blank.`;
  const planned = `A row of “${title}” as it would be, or as it is where nothing was added.`;
  return [
    ...(read ? [[`${name}Row`, rowSchema(tab, true, `A row of “${title}”.`)] as const] : []),
    ...(create || update ? [[`${name}Written`, rowSchema(tab, read, written)] as const] : []),
    ...(create ? [[`${name}Planned`, rowSchema(tab, read, planned, plannedId)] as const] : []),
    ...(create ? [[`${name}Input`, inputSchema(tab, true)] as const] : []),
    ...(update ? [[`${name}Change`, inputSchema(tab, false)] as const] : []),
  ];
}

const stale: JsonObject = {
  ...listOf(text),
  description:
    'Columns with formulas whose inputs have changed since their values were calculated, where there are any.',
};

/** What stands beside the data of an answer. */
export const metaSchemas = {
  PageMeta: objectWith(
    {
      total: { ...integer, description: 'Rows on all pages together.' },
      count: { ...integer, description: 'Rows of this page.' },
      ...{ limit: integer, offset: integer },
      next: { ...text, format: 'uri', description: 'The next page, where there is one.' },
      cursor: { ...text, description: 'Begins the next page of a question that was sent in a body.' },
      revision: integer,
      stale,
      staleRows: {
        type: 'object',
        description:
          'With `_values=formula`, for each row of this page in which formulas are stale, by `_id`, their columns.',
        additionalProperties: listOf(text),
      },
    },
    ['total', 'count', 'limit', 'offset', 'revision'],
  ),
  RowMeta: objectWith({ revision: integer, stale }, ['revision']),
  WriteMeta: objectWith(
    {
      ...{ count: integer, created: integer, updated: integer, removed: integer, unchanged: integer },
      dryRun: { type: 'boolean' },
      ignored: { ...listOf(text), description: 'Names that are no columns.' },
      revision: integer,
    },
    ['revision'],
  ),
} as const satisfies Record<string, JsonObject>;

/** An answer of data and what stands beside it. */
const answerSchema = (data: JsonObject, meta: keyof typeof metaSchemas): JsonObject =>
  objectWith({ data, meta: reference('schemas', meta) });

const schemaNamed = ({ name }: NamedTab, kind: 'Row' | 'Written' | 'Planned' | 'Input' | 'Change') =>
  reference('schemas', name + kind);

/** A page of rows. */
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

/** All rows as a file. */
export const fileContent = (format: FileFormat): JsonObject => ({
  [mediaTypes[format].replace(/;.*$/, '')]: {
    schema: { type: 'string', ...(format === 'xlsx' && { format: 'binary' }) },
  },
});

const oneOrMore = (row: JsonObject, more: JsonObject = {}): JsonObject => ({
  oneOf: [row, { ...listOf(row), ...more }],
});

/** Rows that were written; `_id` of a row that only would be is null. */
export function writtenContent(tab: NamedTab, data: 'row' | 'rows' | 'either' | 'planned'): JsonObject {
  const row = schemaNamed(tab, 'Written');
  const either = oneOrMore(row);
  const schemas = { row, rows: listOf(row), either, planned: oneOrMore(schemaNamed(tab, 'Planned')) };
  return jsonContent(answerSchema(schemas[data], 'WriteMeta'));
}

/** The answer to a removal of rows. */
export const removedContent = jsonContent(answerSchema(oneOrMore(objectWith({ _id: text })), 'WriteMeta'));

/** Rows that are given. Forms and CSV are read too, and not told of: generators take one type of body for each call. */
export function givenContent(tab: NamedTab, isNew: boolean): JsonObject {
  const row = schemaNamed(tab, isNew ? 'Input' : 'Change');
  return jsonContent(isNew ? oneOrMore(row, { minItems: 1, maxItems: limits.rowsPerWrite }) : row);
}

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
  ...{ key: text, header: text, slug: text, type: { ...text, enum: [...columnTypes] } },
  ...{ nullable: boolean, unique: boolean, examples: listOf({ anyOf: [text, { type: 'number' }, boolean] }) },
};

/** The answer of `…/_schema`. A column has the address of its header cell, but for callers who do not see all columns. */
export const tabSchema: JsonObject = objectWith({
  columns: listOf({ ...objectWith(describedColumn), properties: { ...describedColumn, cell: text } }),
  keyColumn: { type: ['string', 'null'] },
  rows: integer,
  revision: integer,
});
