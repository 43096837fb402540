import { EVERY_CELL, freshCells, type RowsPage } from '../../../src/app/project/rows/rowPageCache';
import type { Row } from '../../../src/contract/rows';

const row = (id: string, price = 1, place = 2): Row => ({ _id: id, _row: place, price, name: id });
const pageOf = (rows: readonly Row[]): RowsPage => ({ phase: 'old', rows });
const ids = (from: number, count: number) => Array.from({ length: count }, (_, index) => row(`r${from + index}`));

const shown = (pages: Record<number, RowsPage>, total: number) => ({ pages, facts: { total, revision: 1, query: '' } });

it('marks cells with another value', () => {
  const before = shown({ 0: pageOf([row('a'), row('b')]) }, 2);
  expect(freshCells(before, 0, [row('a'), row('b', 2)])).toEqual({ b: ['price'] });
});

it('marks no cell of a row that only moved', () => {
  const before = shown({ 0: pageOf([row('a', 1, 2), row('b', 1, 3)]) }, 2);
  expect(freshCells(before, 0, [row('b', 1, 2), row('a', 1, 3)])).toEqual({});
});

it('marks all cells of an inserted row, and none of the rows that it moved', () => {
  const before = shown({ 0: pageOf(ids(0, 100)), 1: pageOf(ids(100, 100)) }, 1_000);
  expect(freshCells(before, 0, [row('new'), ...ids(0, 99)])).toEqual({ new: EVERY_CELL });
  expect(freshCells(before, 1, ids(99, 100))).toEqual({});
});

it('marks all cells of an appended row', () => {
  expect(freshCells(shown({ 0: pageOf(ids(0, 3)) }, 3), 0, [...ids(0, 3), row('new')])).toEqual({ new: EVERY_CELL });
  const full = shown({ 0: pageOf(ids(0, 100)) }, 100);
  expect(freshCells(full, 1, [row('new')])).toEqual({ new: EVERY_CELL });
});

it('marks no cell of rows that only moved up from a page that was not loaded', () => {
  const before = shown({ 0: pageOf(ids(0, 100)) }, 1_000);
  expect(freshCells(before, 0, ids(1, 100))).toEqual({});
});

it('marks no cell if no rows were on the screen', () => {
  expect(freshCells(shown({}, 0), 0, ids(0, 3))).toEqual({});
  expect(freshCells({ pages: {}, facts: null }, 0, ids(0, 3))).toEqual({});
});
