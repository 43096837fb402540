import type { ColumnType } from '../../contract/rows';

/** What a column can be asked, by the names of the data API; `eq` is the column's name alone. */
const words = {
  eq: '=',
  ne: '≠',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
  contains: 'contains',
  startswith: 'begins with',
  endswith: 'ends with',
  in: 'in',
  isblank: 'is blank',
} as const;

export type FilterOperator = keyof typeof words;

export const operatorWord = (operator: FilterOperator) => words[operator];

const ordered = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'isblank'] as const;

const byType: Readonly<Record<ColumnType, readonly FilterOperator[]>> = {
  integer: ordered,
  number: ordered,
  date: ordered,
  datetime: ordered,
  time: ordered,
  boolean: ['eq', 'ne', 'isblank'],
  text: ['eq', 'ne', 'contains', 'startswith', 'endswith', 'in', 'isblank'],
};

/** The operators that are of use with a type. */
export const operatorsOf = (type: ColumnType): readonly FilterOperator[] => byType[type];

/** The name of the parameter that asks it. */
export const filterName = (column: string, operator: FilterOperator) =>
  operator === 'eq' ? column : `${column}__${operator}`;
