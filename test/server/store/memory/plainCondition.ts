import type { CellValue, Column, ColumnType } from '../../../../src/contract/rows';
import type { Bound, Condition, FilterValue, TextOperator } from '../../../../src/server/store/memory/engine';
import { compareValues, foldAccents, foldCase, orderKeyOf, textOf } from '../../../../src/server/store/memory/values';

/** A row of the plain tab. */
export interface PlainRow {
  readonly id: string;
  readonly rowNumber: number;
  readonly values: readonly CellValue[];
  readonly json: string;
}

type Test = (row: PlainRow) => boolean;

/** Whether two values can be ordered: both fit the type, or neither does. */
const areComparable = (type: ColumnType, one: FilterValue, other: FilterValue): boolean =>
  (orderKeyOf(type, one) === undefined) === (orderKeyOf(type, other) === undefined);

/** A test of one column that fails for blanks. */
const ofValue =
  (column: number, test: (value: FilterValue) => boolean): Test =>
  ({ values }) => {
    const value = values[column] ?? null;
    return value !== null && test(value);
  };

const not =
  (test: Test): Test =>
  (row) =>
    !test(row);

const signs: Record<Bound['op'], (order: number) => boolean> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

/** Converts a pattern of SQL’s LIKE into a regular expression. */
function likeExpression(pattern: string): RegExp {
  const parts = pattern.matchAll(/\\([%_\\])|([^])/gu);
  const written = [...parts].map(([, plain, sign = '']) => {
    if (plain === undefined && sign === '%') return '[^]*';
    return plain === undefined && sign === '_' ? '[^]' : (plain ?? sign).replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
  });
  return new RegExp(`^(?:${written.join('')})$`, 'u');
}

function plainTextTest(op: TextOperator, text: string): (text: string) => boolean {
  const sought = foldCase(text);
  switch (op) {
    case 'contains':
      return (one) => foldCase(one).includes(sought);
    case 'startswith':
      return (one) => foldCase(one).startsWith(sought);
    case 'endswith':
      return (one) => foldCase(one).endsWith(sought);
    case 'like':
      return (one) => likeExpression(text).test(one);
    case 'ilike':
      return (one) => likeExpression(sought).test(foldCase(one));
  }
}

/** Whether a row matches a condition, in the plain way. */
export function plainTest(condition: Condition, columns: readonly Column[]): Test {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const tests = condition.parts.map((part) => plainTest(part, columns));
      if (condition.kind === 'and') return (row) => tests.every((test) => test(row));
      return (row) => tests.some((test) => test(row));
    }
    case 'not':
      return not(plainTest(condition.part, columns));
    case 'in':
      return ofValue(condition.column, (one) => condition.values.includes(one));
    case 'range': {
      const { column, bounds } = condition;
      const type = columns[column]?.type ?? 'text';
      return ofValue(column, (one) =>
        bounds.every(({ op, value }) => areComparable(type, one, value) && signs[op](compareValues(type, one, value))),
      );
    }
    case 'text': {
      const test = plainTextTest(condition.op, condition.text);
      return ofValue(condition.column, (one) => test(textOf(one)));
    }
    case 'blank':
      return ({ values }) => ((values[condition.column] ?? null) === null) === condition.is;
    case 'ids':
      return ({ id }) => condition.ids.includes(id);
    case 'search': {
      const sought = foldAccents(condition.text);
      const tests = condition.columns.map((column) =>
        ofValue(column, (one) => foldAccents(textOf(one)).includes(sought)),
      );
      return (row) => tests.some((test) => test(row));
    }
  }
}
