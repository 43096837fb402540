import type { ColumnType } from '../../../contract/rows';
import { idOperators, type Operator } from '../../endpoints/query/condition';
import type { NamedTab } from '../describedProject';
import type { DescribedColumn } from '../describedTab';
import type { JsonObject } from './json';
import { examplesOf, formatOf, jsonTypes } from './rowSchemas';

type ColumnOperator = Exclude<Operator, 'eq'>;

/** What an operator asks, as the end of “Rows whose City …”. */
const meanings: Readonly<Record<ColumnOperator, string>> = {
  ne: 'is not this, blanks among them',
  gt: 'is above this',
  gte: 'is this or above',
  lt: 'is below this',
  lte: 'is this or below',
  in: 'is one of these; one with a comma stands in double quotes',
  nin: 'is none of these, blanks among them; one with a comma stands in double quotes',
  between: 'is between these two, or one of them',
  contains: 'contains this, whatever the case',
  startswith: 'begins with this, whatever the case',
  endswith: 'ends with this, whatever the case',
  like: 'looks like this: `%` is any text, `_` any character',
  ilike: 'looks like this, whatever the case: `%` is any text, `_` any character',
  isnull: 'is blank, or with `false` is not',
  isblank: 'is blank, or with `false` is not',
};

const ordered: readonly ColumnOperator[] = [
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'in',
  'nin',
  'isnull',
  'isblank',
];
const texts: readonly ColumnOperator[] = [
  ...(['ne', 'in', 'nin', 'contains', 'startswith', 'endswith', 'like', 'ilike', 'isnull', 'isblank'] as const),
];

/** The operators that are of use with a type; all can be asked of every column. */
const families: Readonly<Record<ColumnType, readonly ColumnOperator[]>> = {
  integer: ordered,
  number: ordered,
  date: ordered,
  datetime: ordered,
  time: ordered,
  boolean: ['ne', 'isnull', 'isblank'],
  text: texts,
};

/** Sheets with more columns have a parameter for each of them, without those for its operators. */
export const COLUMNS_WITH_OPERATORS = 60;

const listOf = (items: JsonObject, extra: JsonObject = {}) => ({
  style: 'form',
  explode: false,
  schema: { type: 'array', items, ...extra },
});

/** How a parameter holds what an operator takes. */
function operandOf(operator: ColumnOperator, value: JsonObject): JsonObject {
  switch (operator) {
    case 'in':
    case 'nin':
      return listOf(value);
    case 'between':
      return listOf(value, { minItems: 2, maxItems: 2 });
    case 'isnull':
    case 'isblank':
      return { schema: { type: 'boolean' } };
    case 'contains':
    case 'startswith':
    case 'endswith':
    case 'like':
    case 'ilike':
      return { schema: { type: 'string' } };
    case 'ne':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return { schema: value };
  }
}

const valueOf = (column: DescribedColumn): JsonObject => ({ type: jsonTypes[column.type], ...formatOf(column) });

function equals(column: DescribedColumn): JsonObject {
  const examples = examplesOf(column);
  return {
    ...{ name: column.key, in: 'query', description: `Rows whose ${column.key} is this.` },
    schema: { ...valueOf(column), ...(examples.length > 0 && { examples }) },
  };
}

const withOperator = (column: DescribedColumn, operator: ColumnOperator): JsonObject => ({
  ...{ name: `${column.key}__${operator}`, in: 'query' },
  description: `Rows whose ${column.key} ${meanings[operator]}.`,
  ...operandOf(operator, valueOf(column)),
});

const idParameters: readonly (readonly [string, JsonObject])[] = idOperators.map((operator) => {
  const text = { type: 'string' };
  const common = {
    in: 'query',
    description: `Rows whose \`_id\` ${operator === 'eq' ? 'is this' : meanings[operator]}.`,
  };
  if (operator === 'eq') return ['id.eq', { name: '_id', ...common, schema: text }];
  return [`id.${operator}`, { name: `_id__${operator}`, ...common, ...operandOf(operator, text) }];
});

/** The parameters that every endpoint has for its ids. */
export const idFilters = idParameters;

/**
 * The filters of a tab's columns, by what they are called among the components. A column that is really called as another one
 * with its operator is meant first, so that there is no such operator.
 */
export function columnFilters({ name, columns, names }: NamedTab): (readonly [string, JsonObject])[] {
  const hasOperators = columns.length <= COLUMNS_WITH_OPERATORS;
  return columns.flatMap((column, at) => {
    const operators = hasOperators
      ? families[column.type].filter((operator) => names.find(`${column.key}__${operator}`) === undefined)
      : [];
    return [
      [`${name}.${at + 1}.eq`, equals(column)] as const,
      ...operators.map((operator) => [`${name}.${at + 1}.${operator}`, withOperator(column, operator)] as const),
    ];
  });
}
