import { limits } from '../../../contract/limits';
import type { ColumnType } from '../../../contract/rows';
import type { FileFormat } from '../../endpoints/answers/format';
import { idOperators, type Operator, operators } from '../../endpoints/query/operators';
import type { ParameterName } from '../../endpoints/query/parameters';
import { shapes, cellContents } from '../../endpoints/query/plan';
import type { DescribedColumn, NamedTab } from '../describedProject';
import { integer, type JsonObject, listOf, type Named, objectOf, text } from './parts';
import { examplesOf, formatOf, jsonTypes } from './schemas';

const flag: JsonObject = { type: 'integer', enum: [0, 1] };
const QUOTES = 'Put a name with a comma into double quotes.';
const WHERE: JsonObject = { or: [{ _id: { in: ['a', 'b'] } }, { not: { _id: { eq: 'c' } } }] };

/** Every query parameter: its description, and its schema in a body. */
const asking: Readonly<Record<ParameterName, readonly [description: string, schema: JsonObject]>> = {
  where: [
    'Nested conditions as JSON: `and` and `or` take lists, `not` takes one condition, columns take `{operator: value}`.',
    { type: 'object', examples: [WHERE] },
  ],
  q: ['Text to find in any column, ignoring case and accents.', text],
  sort: [
    `Columns to sort by; \`-\` before a column sorts descending. Ties keep the order of the sheet, blanks come last. ${QUOTES}`,
    listOf(text),
  ],
  fields: [
    `Columns to return, or, each with \`-\` before it, to leave out. \`_row\` is the number of the row in the sheet. ${QUOTES}`,
    listOf(text),
  ],
  limit: [
    'Maximum number of rows in a page.',
    { ...integer, minimum: 0, maximum: limits.rowsPerPageMost, default: limits.rowsPerPage },
  ],
  offset: ['Number of rows to skip.', { ...integer, minimum: 0, default: 0 }],
  cursor: [
    'Start of a page, from `meta.next` of the previous one. All pages answer from the same revision.',
    { ...text, description: '`meta.cursor` of the previous page.' },
  ],
  distinct: ['A column; its distinct values are returned as `{value, count}`.', text],
  group: [`Columns to group by; groups are returned instead of rows. ${QUOTES}`, listOf(text)],
  agg: [
    'Aggregates of each group: `count`, or `sum`, `avg`, `min` or `max` of a column, such as `sum:Total`.',
    listOf(text),
  ],
  shape: [
    'Shape of the response: rows in `data` by default; `array` returns the list alone, `columns` one list for each column, `object` rows by `_id`.',
    { ...text, enum: [...shapes], default: 'rows' },
  ],
  single: ['Returns only the first row, as an object, or 404.', { type: 'boolean' }],
  keys: ['Names of the columns in the response.', { ...text, enum: ['header', 'slug'] }],
  values: [
    'Returns, in place of each value, what the sheet displays (`text`) or the formula (`formula`; `meta.staleRows` lists results older than their inputs). Filters and sorting still use values.',
    { ...text, enum: [...cellContents] },
  ],
  csv: ['CSV only: `raw` does not escape texts that begin like formulas.', { ...text, enum: ['raw'] }],
};

/** Schemas that differ in a URL from those in a body. `where` is a string: client generators do not support `content` in parameters. */
const inAddress: Partial<Record<string, JsonObject>> = {
  where: { ...text, examples: [JSON.stringify(WHERE)] },
  cursor: text,
  single: flag,
};

const inQuery = (name: string, description: string): JsonObject => ({ name, in: 'query', description });

/** Returns the serialization of a list parameter: items separated by commas. */
const commas = (schema: JsonObject): JsonObject => ({ style: 'form', explode: false, schema });

/** Query parameters by their component names. */
export const queryParameters: Named = Object.entries(asking).map(([name, [description, inBody]]) => {
  const schema = inAddress[name] ?? inBody;
  const value = schema['type'] === 'array' ? commas(schema) : { schema };
  return [`asking.${name}`, { ...inQuery(`_${name}`, description), ...value }];
});

/** The body of a `POST …/_query`. */
export const querySchema: JsonObject = {
  type: 'object',
  description: 'A query: the parameters of GET without their `_`.',
  properties: objectOf(
    Object.entries(asking)
      .filter(([name]) => name !== 'csv')
      .map(([name, [, schema]]) => [name, schema] as const),
  ),
  additionalProperties: false,
};

const ofPages = new Set(['asking.cursor', 'asking.shape', 'asking.single']);
const ofCsv = 'asking.csv';

/** Component names of the parameters of a JSON page of rows. */
export const pageParameters = queryParameters.map(([name]) => name).filter((name) => name !== ofCsv);

/** Returns the component names of the parameters of a file of rows. */
export const fileParameters = (format: FileFormat): string[] =>
  queryParameters.map(([name]) => name).filter((name) => !ofPages.has(name) && (format === 'csv' || name !== ofCsv));

/** Parameters of a write by their component names. */
export const writeParameters: Named = Object.entries<JsonObject>({
  'write.upsert': {
    name: '_upsert',
    in: 'query',
    schema: text,
    description: 'A column or _id: rows whose value in it exists already are updated instead of added.',
  },
  'write.dry_run': {
    name: '_dry_run',
    in: 'query',
    schema: flag,
    description: 'With 1, nothing is written and the response shows what would be.',
  },
  'write.unknown': {
    name: '_unknown',
    in: 'query',
    schema: { ...text, enum: ['refuse', 'ignore'], default: 'refuse' },
    description: 'With `ignore`, unknown column names are skipped and listed in `meta.ignored`.',
  },
  'write.max_affected': {
    name: '_max_affected',
    in: 'query',
    schema: { ...integer, minimum: 0, maximum: limits.rowsPerFilterWriteMost, default: limits.rowsPerFilterWrite },
    description: 'Maximum number of rows that the filter may match.',
  },
  'write.idempotency': {
    name: 'Idempotency-Key',
    in: 'header',
    schema: { ...text, minLength: 1, maxLength: 255 },
    description: 'For 24 hours, a request with the same key returns the first response and writes nothing.',
  },
  'write.if_match': {
    name: 'If-Match',
    in: 'header',
    schema: text,
    description: '`ETag` of the row as it was read. If the row has changed since, the request fails with 412.',
  },
});

type ColumnOperator = Exclude<Operator, 'eq'>;

const ordered = ['ne', 'gt', 'gte', 'lt', 'lte', 'between', 'in', 'nin', 'isnull', 'isblank'] as const;
const texts = ['ne', 'in', 'nin', 'contains', 'startswith', 'endswith', 'like', 'ilike', 'isnull', 'isblank'] as const;

/** Operators documented for each column type. Requests may use every operator on every column. */
const operatorsOfType: Readonly<Record<ColumnType, readonly ColumnOperator[]>> = {
  integer: ordered,
  number: ordered,
  date: ordered,
  datetime: ordered,
  time: ordered,
  boolean: ['ne', 'isnull', 'isblank'],
  text: texts,
};

/** Maximum number of columns for which operators are documented. Larger sheets have only the equality parameter of each column. */
const MAX_COLUMNS_WITH_OPERATORS = 60;

/** Returns the schema and serialization of an operator's operand. */
function operandOf(operator: Operator, value: JsonObject): JsonObject {
  switch (operators[operator].kind) {
    case 'compare':
      return { schema: value };
    case 'list':
      return commas(listOf(value));
    case 'between':
      return commas({ ...listOf(value), minItems: 2, maxItems: 2 });
    case 'text':
      return { schema: text };
    case 'blank':
      return { schema: { type: 'boolean' } };
  }
}

/** Filters by `_id`, which every endpoint has. */
export const idFilters: Named = idOperators.map((operator) => [
  `id.${operator}`,
  {
    ...inQuery(operator === 'eq' ? '_id' : `_id__${operator}`, whose('`_id`', operator)),
    ...operandOf(operator, text),
  },
]);

function whose(name: string, operator: Operator): string {
  return `Rows whose ${name} ${operators[operator].meaning}.`;
}

function columnFilter(column: DescribedColumn, operator: Operator): JsonObject {
  const value = { type: jsonTypes[column.type], ...formatOf(column) };
  const description = whose(column.key, operator);
  if (operator !== 'eq') {
    return { ...inQuery(`${column.key}__${operator}`, description), ...operandOf(operator, value) };
  }
  const examples = examplesOf(column);
  const schema = { ...value, ...(examples.length > 0 && { examples }) };
  return { ...inQuery(column.key, description), schema };
}

/**
 * Returns the filters of a tab's columns by their component names. If a column has the name of another column's operator parameter, the
 * column takes precedence and the operator is left out.
 */
export function columnFilters({ name, columns, names }: NamedTab): Named {
  const hasOperators = columns.length <= MAX_COLUMNS_WITH_OPERATORS;
  return columns.flatMap((column, at) => {
    const others = hasOperators ? operatorsOfType[column.type] : [];
    const free = others.filter((operator) => names.find(`${column.key}__${operator}`) === undefined);
    return (['eq', ...free] as const).map(
      (operator) => [`${name}.${at + 1}.${operator}`, columnFilter(column, operator)] as const,
    );
  });
}
