import fc, { type Arbitrary } from 'fast-check';
import type { CellValue, Column, ColumnType } from '../../../../src/contract/rows';
import {
  compared,
  type Condition,
  type FilterValue,
  type Order,
  type TextOperator,
} from '../../../../src/server/store/memory/engine';
import type { Base } from './base';

/** A condition in each of its notations. */
export interface Filter {
  readonly condition: Condition;
  /** `name=value` of an address. */
  readonly pair: readonly [name: string, value: string];
  /** The same in `_where`. */
  readonly where: Readonly<Record<string, unknown>>;
}

/** A query, as the reference evaluates it and as it is sent. */
export interface Question {
  readonly filters: readonly Filter[];
  readonly q: string | undefined;
  readonly order: readonly Order[];
  readonly sort: readonly string[];
  readonly fields: readonly string[] | undefined;
  readonly offset: number;
  readonly limit: number | undefined;
}

const otherValues: Record<ColumnType, readonly FilterValue[]> = {
  text: ['Oslo', 'a,b', '"', '', '%', 'ÅÄÖ', 'x=y&z', '+1'],
  integer: [0, -11, 3],
  number: [0, 2.25, -1e3],
  boolean: [true, false],
  date: ['2009-04-01', '2100-01-01'],
  datetime: ['2009-04-01T12:30:00'],
  time: ['12:00:00'],
};

function valueIn({ rows, columns }: Base, { key, type }: Column, n: number): FilterValue {
  const own = otherValues[type];
  const value: CellValue = n % 5 === 0 ? null : (rows[n % Math.max(1, rows.length)]?.[key] ?? null);
  return value ?? own[n % own.length] ?? columns.length;
}

const item = (value: FilterValue) => `"${String(value).replaceAll('"', '""')}"`;

const comparing = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const;
const textual = ['contains', 'startswith', 'endswith', 'like', 'ilike'] as const;

type Made = readonly [condition: Condition, text: string, operand: unknown];

function textually(column: number, op: TextOperator, value: FilterValue, n: number): Made {
  const signs = [...String(value)];
  const part = signs.slice(n % 2, 1 + (n % 4)).join('');
  const text = op === 'like' || op === 'ilike' ? ['%', part, n % 3 === 0 ? '' : '%'].join('') : part;
  return [{ kind: 'text', column, op, text }, text, text];
}

function made(base: Base, at: number, op: string, n: number): Made {
  const column = base.columns[at] as Column;
  const value = (more: number) => valueIn(base, column, n + more * 13);
  if (op === 'in' || op === 'nin') {
    const values = Array.from({ length: 1 + (n % 3) }, (_, one) => value(one));
    const isIn = { kind: 'in', column: at, values } as const;
    return [op === 'in' ? isIn : { kind: 'not', part: isIn }, values.map(item).join(','), values];
  }
  if (op === 'between') {
    const from = value(0);
    const to = value(1);
    const parts = [compared(at, 'gte', from), compared(at, 'lte', to)];
    return [{ kind: 'and', parts }, [from, to].map(item).join(','), [from, to]];
  }
  if (op === 'isblank') return [{ kind: 'blank', column: at, is: n % 2 === 0 }, String(n % 2 === 0), n % 2 === 0];
  const known = comparing.find((one) => one === op);
  if (known !== undefined) return [compared(at, known, value(0)), String(value(0)), value(0)];
  return textually(at, textual.find((one) => one === op) ?? 'contains', value(0), n);
}

const operatorsUsed = [...comparing, ...textual, 'in', 'nin', 'between', 'isblank'] as const;

/** A part of a query that depends on the tab, which is known only later. */
export type Of<T> = (base: Base) => T;

const filters: Arbitrary<Of<Filter>> = fc
  .record({ column: fc.nat(), op: fc.constantFrom('eq', ...operatorsUsed), value: fc.nat(2000), slug: fc.boolean() })
  .map(({ column, op, value, slug }) => (base) => {
    const at = column % base.columns.length;
    const { key, slug: short } = base.columns[at] as Column;
    const [condition, text, operand] = made(base, at, op, value);
    const name = slug ? short : key;
    return { condition, pair: [op === 'eq' ? name : `${name}__${op}`, text], where: { [key]: { [op]: operand } } };
  });

/**
 * Leaves out what an address cannot repeat, or joins: a column equals one value, and lists of one column are one list. Tests of
 * repeats are in `query/repeats.test.ts`.
 */
function withoutRepeats(all: readonly Filter[]): readonly Filter[] {
  const keyOf = ({ condition }: Filter) => (condition.kind === 'in' ? condition.column : undefined);
  const keys = all.map(keyOf);
  return all.filter((_, at) => keys[at] === undefined || keys.indexOf(keys[at]) === at);
}

const steps = fc.array(fc.record({ column: fc.nat(), descending: fc.boolean() }), { maxLength: 2 });

/** Indexes of some or all columns. */
const chosen = fc.option(fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), { nil: undefined });

/** Queries of every kind. */
export const questions: Arbitrary<Of<Question>> = fc
  .record({
    filters: fc.array(filters, { maxLength: 3 }),
    q: fc.option(fc.constantFrom('oslo', 'ZURICH', '1', 'e', '2009', ' ', '漢', '%'), { nil: undefined, freq: 6 }),
    steps,
    chosen,
    offset: fc.oneof(fc.constant(0), fc.nat(320)),
    limit: fc.constantFrom(undefined, 1, 7, 100, 10_000),
  })
  .map(({ filters: wanted, q, steps: order, chosen: names, offset, limit }) => (base) => {
    const at = (n: number) => n % base.columns.length;
    const keyAt = (n: number) => base.columns[at(n)]?.key ?? '';
    return {
      filters: withoutRepeats(wanted.map((filter) => filter(base))),
      q,
      order: order.map(({ column, descending }) => ({ column: at(column), descending })),
      sort: order.map(({ column, descending }) => `${descending ? '-' : ''}${keyAt(column)}`),
      fields: names && [...new Set(names.map(keyAt))],
      offset,
      limit,
    };
  });
