import { limits } from '../../../contract/limits';
import { shapes, valueLooks } from '../../endpoints/query/plan';
import type { ParameterName } from '../../endpoints/query/parameters';
import { type Json, type JsonObject, objectOf } from './json';

interface Described {
  readonly description: string;
  readonly schema: JsonObject;
  /** Whether it is a list with commas between its items. */
  readonly isList?: true;
}

const text: JsonObject = { type: 'string' };
const list: JsonObject = { type: 'array', items: text };
const flag: JsonObject = { type: 'integer', enum: [0, 1] };
const QUOTES = 'A name with a comma stands in double quotes.';
const WHERE: JsonObject = { or: [{ _id: { in: ['a', 'b'] } }, { not: { _id: { eq: 'c' } } }] };

/** Every parameter of a question, as an address holds it. */
const asking: Readonly<Record<ParameterName, Described>> = {
  where: {
    description:
      'Nested conditions as JSON: `and` and `or` with lists, `not` with one, and columns with `{operator: value}`.',
    schema: { type: 'object', examples: [WHERE] },
  },
  q: { description: 'Text that any column contains; case and accents are folded.', schema: text },
  sort: {
    description: `Columns to sort by, a \`-\` before what falls. Ties keep the order of the sheet, blanks are last. ${QUOTES}`,
    schema: list,
    isList: true,
  },
  fields: {
    description: `Columns to answer, or with a \`-\` before each those to leave out; \`_row\` is the row’s number in the sheet. ${QUOTES}`,
    schema: list,
    isList: true,
  },
  limit: {
    description: 'Rows of a page.',
    schema: { type: 'integer', minimum: 0, maximum: limits.rowsPerPageMost, default: limits.rowsPerPage },
  },
  offset: { description: 'Rows to pass over.', schema: { type: 'integer', minimum: 0, default: 0 } },
  cursor: {
    description: 'Where a page begins, from `meta.next` of the one before; it goes on answering from that revision.',
    schema: text,
  },
  distinct: { description: 'A column, whose different values are answered as `{value, count}`.', schema: text },
  group: {
    description: `Columns to group by; the groups are answered instead of rows. ${QUOTES}`,
    schema: list,
    isList: true,
  },
  agg: {
    description:
      'What is told of each group: `count`, and `sum`, `avg`, `min` or `max` with a column, as in `sum:Total`.',
    schema: list,
    isList: true,
  },
  shape: {
    description:
      'What `data` looks like: a list of rows; with `array` the bare list; with `columns` a list for each column; with `object` rows by their `_id`.',
    schema: { type: 'string', enum: [...shapes], default: 'rows' },
  },
  single: { description: 'Answers the first row alone, as one object, or 404.', schema: flag },
  keys: { description: 'How columns are called in the answer.', schema: { type: 'string', enum: ['header', 'slug'] } },
  values: {
    description:
      'What stands for each cell instead of its value: with `text` what the sheet displays, with `formula` its formula. Conditions and the order go by values all the same.',
    schema: { type: 'string', enum: [...valueLooks] },
  },
  csv: {
    description: 'CSV only: `raw` leaves texts that begin like formulas as they are.',
    schema: { type: 'string', enum: ['raw'] },
  },
};

function parameterOf(name: string, { description, schema, isList }: Described): JsonObject {
  const common = { name: `_${name}`, in: 'query', description };
  // As `content` a parameter could be an object, which generators of clients do not read.
  if (name === 'where') return { ...common, schema: { ...text, examples: [JSON.stringify(WHERE)] } };
  return { ...common, ...(isList && { style: 'form', explode: false }), schema };
}

/** The parameters of a question, by what they are called among the components. */
export const askingParameters: readonly (readonly [string, JsonObject])[] = Object.entries(asking).map(
  ([name, described]) => [`asking.${name}`, parameterOf(name, described)] as const,
);

/** Lists of names, which a body holds as lists. */
const bodySchemaOf = (name: string, { schema }: Described): Json => {
  if (name === 'single') return { type: 'boolean' };
  if (name === 'cursor') return { ...schema, description: '`meta.cursor` of the page before.' };
  return schema;
};

/** Parameters that belong to some answers alone. */
const ofPages = new Set(['asking.cursor', 'asking.shape', 'asking.single']);
const ofCsv = 'asking.csv';

/** Those that a page of rows in JSON takes. */
export const pageParameters = askingParameters.map(([name]) => name).filter((name) => name !== ofCsv);

/** Those that a file of rows takes. */
export const fileParameters = (isCsv: boolean): string[] =>
  askingParameters.map(([name]) => name).filter((name) => !ofPages.has(name) && (isCsv || name !== ofCsv));

/** The body of a `POST …/_query`. */
export const questionSchema: JsonObject = {
  type: 'object',
  description: 'A question: as the parameters of a GET, without their `_`.',
  properties: objectOf(
    Object.entries(asking)
      .filter(([name]) => name !== 'csv')
      .map(([name, described]) => [name, bodySchemaOf(name, described)] as const),
  ),
  additionalProperties: false,
};

/** Those of them that say which rows a write is about. */
export const filterParameters = ['asking.where', 'asking.q'];
