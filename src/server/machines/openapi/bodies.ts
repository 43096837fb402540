import { limits } from '../../../contract/limits';
import { type FileFormat, mediaTypes } from '../../endpoints/formats/format';
import type { NamedTab } from '../describedProject';
import { type Json, type JsonObject, jsonContent, objectOf, reference } from './json';

const integer: JsonObject = { type: 'integer' };

const objectWith = (properties: JsonObject, required: readonly string[] = Object.keys(properties)): JsonObject => ({
  type: 'object',
  properties,
  required,
});

/** What stands beside the data of an answer. */
export const metaSchemas = {
  PageMeta: objectWith(
    {
      total: { ...integer, description: 'Rows on all pages together.' },
      count: { ...integer, description: 'Rows of this page.' },
      limit: integer,
      offset: integer,
      next: { type: 'string', format: 'uri', description: 'The next page, where there is one.' },
      cursor: { type: 'string', description: 'Begins the next page of a question that was sent in a body.' },
      revision: integer,
    },
    ['total', 'count', 'limit', 'offset', 'revision'],
  ),
  RowMeta: objectWith({ revision: integer }),
  WriteMeta: objectWith(
    {
      count: integer,
      created: integer,
      updated: integer,
      removed: integer,
      unchanged: integer,
      dryRun: { type: 'boolean' },
      ignored: { type: 'array', items: { type: 'string' }, description: 'Names that are no columns.' },
      revision: integer,
    },
    ['revision'],
  ),
} as const satisfies Record<string, JsonObject>;

type Meta = keyof typeof metaSchemas;

/** An answer of data and what stands beside it. */
export const answerSchema = (data: Json, meta: Meta): JsonObject =>
  objectWith({ data: { ...(data as JsonObject) }, meta: reference('schemas', meta) });

const exampleOf = ({ example }: NamedTab): JsonObject | undefined => example && objectOf(example);

/** The row of a tab among the components. */
export const rowOf = ({ name }: NamedTab): JsonObject => reference('schemas', `${name}Row`);

/** A page of rows. */
export function pageContent(tab: NamedTab): JsonObject {
  const { rows, revision } = tab;
  const example = exampleOf(tab);
  const meta = { total: rows, count: 1, limit: 1, offset: 0, revision };
  const page = answerSchema({ type: 'array', items: rowOf(tab) }, 'PageMeta');
  return jsonContent(page, example && { data: [example], meta });
}

/** All rows as a file. */
export const fileContent = (format: FileFormat): JsonObject => ({
  [mediaTypes[format].replace(/;.*$/, '')]: {
    schema: { type: 'string', ...(format === 'xlsx' && { format: 'binary' }) },
  },
});

export function rowContent(tab: NamedTab): JsonObject {
  const example = exampleOf(tab);
  return jsonContent(
    answerSchema(rowOf(tab), 'RowMeta'),
    example && { data: example, meta: { revision: tab.revision } },
  );
}

/** Rows that were written; `_id` of a row that only would be is null. */
export function writtenContent(tab: NamedTab, data: 'row' | 'rows' | 'either' | 'planned'): JsonObject {
  const row = reference('schemas', `${tab.name}Written`);
  const rows = { type: 'array', items: row };
  const plannedRow = reference('schemas', `${tab.name}Planned`);
  const planned = { oneOf: [plannedRow, { type: 'array', items: plannedRow }] };
  const schemas = { row, rows, either: { oneOf: [row, rows] }, planned };
  return jsonContent(answerSchema(schemas[data], 'WriteMeta'));
}

/** What is told of rows that are removed. */
export function removedContent(): JsonObject {
  const row = objectWith({ _id: { type: 'string' } });
  return jsonContent(answerSchema({ oneOf: [row, { type: 'array', items: row }] }, 'WriteMeta'));
}

/** Rows that are given. Forms and CSV are read too, and not told of: generators take one type of body for each call. */
export function givenContent({ name }: NamedTab, isNew: boolean): JsonObject {
  const row = reference('schemas', `${name}${isNew ? 'Input' : 'Change'}`);
  const several = { oneOf: [row, { type: 'array', items: row, minItems: 1, maxItems: limits.rowsPerWrite }] };
  return jsonContent(isNew ? several : row);
}
