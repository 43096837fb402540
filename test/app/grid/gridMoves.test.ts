import { singleCell, HEAD, isOneCell, moveByKey, nextCell, clampCell, rangeOf } from '../../../src/app/grid/gridMoves';

/** A hundred rows of ten columns; the row numbers on the left cannot be active. */
const size = { rows: 100, columns: 11, minCell: { row: 0, column: 1 } };
const place = (row: number, column: number) => ({ row, column });
const to = (key: string, edge = false) => ({ key, edge, page: 20 });

it.each([
  ['ArrowUp', false, 48, 5],
  ['ArrowDown', false, 50, 5],
  ['ArrowLeft', false, 49, 4],
  ['ArrowRight', false, 49, 6],
  ['ArrowUp', true, 0, 5],
  ['ArrowDown', true, 99, 5],
  ['ArrowLeft', true, 49, 1],
  ['ArrowRight', true, 49, 10],
  ['PageUp', false, 29, 5],
  ['PageDown', false, 69, 5],
  ['Home', false, 49, 1],
  ['End', false, 49, 10],
  ['Home', true, 0, 1],
  ['End', true, 99, 10],
])('%s (to the edge: %s) moves from E50 to row %i, column %i', (key, edge, row, column) => {
  expect(moveByKey(place(49, 5), to(key, edge), size)).toEqual({ row, column });
});

it.each([
  ['ArrowDown', true, place(49, 5), place(79, 5)],
  ['ArrowDown', true, place(79, 5), place(99, 5)],
  ['ArrowRight', true, place(49, 5), place(49, 7)],
  ['ArrowRight', true, place(49, 7), place(49, 10)],
  ['End', false, place(49, 5), place(49, 7)],
  ['End', false, place(49, 8), place(49, 10)],
  ['End', true, place(90, 9), place(79, 7)],
])('before blank cells %s (to the edge: %s) stops at the last filled one', (key, edge, from, next) => {
  expect(moveByKey(from, to(key, edge), { ...size, filled: place(79, 7) })).toEqual(next);
});

it('no key leaves the grid, and other keys do not move', () => {
  for (const key of ['ArrowUp', 'ArrowLeft', 'PageUp']) {
    expect(moveByKey(place(0, 1), to(key), size)).toEqual(place(0, 1));
  }
  expect(moveByKey(place(0, 1), to('x'), size)).toBeUndefined();
  expect(clampCell(place(-1, 99), size)).toEqual(place(0, 10));
});

it('the header and the row numbers can be active if the grid allows it', () => {
  const all = { ...size, minCell: { row: HEAD, column: 0 } };
  expect(moveByKey(place(0, 1), to('ArrowUp'), all)).toEqual(place(HEAD, 1));
  expect(moveByKey(place(0, 1), to('ArrowLeft'), all)).toEqual(place(0, 0));
  expect(moveByKey(place(HEAD, 5), to('Home', true), all)).toEqual(place(HEAD, 0));
  expect(rangeOf({ active: place(HEAD, 2), anchor: place(3, 1) }, all).rows).toEqual({ first: 0, last: 3 });
});

it('Tab moves row by row and stops at both ends', () => {
  expect(nextCell(place(0, 10), false, size)).toEqual(place(1, 1));
  expect(nextCell(place(1, 1), true, size)).toEqual(place(0, 10));
  expect(nextCell(place(0, 1), true, size)).toBeUndefined();
  expect(nextCell(place(99, 10), false, size)).toBeUndefined();
});

it('selects the range between anchor and active cell, or whole rows and columns', () => {
  const selection = { active: place(1, 5), anchor: place(3, 3) };
  const [rows, columns] = [
    { first: 1, last: 3 },
    { first: 3, last: 5 },
  ];
  expect(rangeOf(selection, size)).toEqual({ rows, columns });
  expect(rangeOf({ ...selection, whole: 'rows' }, size)).toEqual({ rows, columns: { first: 1, last: 10 } });
  expect(rangeOf({ ...selection, whole: 'columns' }, size)).toEqual({ rows: { first: 0, last: 99 }, columns });
  expect(isOneCell(rangeOf(singleCell(place(3, 3)), size))).toBe(true);
});
