import type { CellValue, Column } from '../../../../src/contract/rows';
import type { CompareOperator, Condition, FilterValue, TextOperator } from '../../../../src/server/store/memory/engine';
import {
  areComparable,
  compareValues,
  foldAccents,
  foldCase,
  textOf,
} from '../../../../src/server/store/memory/values';

/** A row as the plain tab keeps it. */
export interface PlainRow {
  readonly id: string;
  readonly rowNumber: number;
  readonly values: readonly CellValue[];
  readonly json: string;
}

type Test = (row: PlainRow) => boolean;

/** A test of one column that blanks do not pass. */
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

const signs: Record<Exclude<CompareOperator, 'eq' | 'ne'>, (order: number) => boolean> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

/** A regular expression for a pattern of SQL's LIKE. */
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

/** Whether a row holds a condition, found by looking at it. */
export function plainTest(condition: Condition, columns: readonly Column[]): Test {
  const typeOf = (column: number) => columns[column]?.type ?? 'text';
  const compared = (column: number, op: keyof typeof signs, value: FilterValue) =>
    ofValue(
      column,
      (one) => areComparable(typeOf(column), one, value) && signs[op](compareValues(typeOf(column), one, value)),
    );
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const tests = condition.parts.map((part) => plainTest(part, columns));
      if (condition.kind === 'and') return (row) => tests.every((test) => test(row));
      return (row) => tests.some((test) => test(row));
    }
    case 'not':
      return not(plainTest(condition.part, columns));
    case 'compare': {
      const { column, op, value } = condition;
      const equals = ofValue(column, (one) => one === value);
      if (op === 'eq' || op === 'ne') return op === 'eq' ? equals : not(equals);
      return compared(column, op, value);
    }
    case 'in':
    case 'nin': {
      const isIn = ofValue(condition.column, (one) => condition.values.includes(one));
      return condition.kind === 'in' ? isIn : not(isIn);
    }
    case 'between': {
      const tests = [
        compared(condition.column, 'gte', condition.from),
        compared(condition.column, 'lte', condition.to),
      ];
      return (row) => tests.every((test) => test(row));
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
