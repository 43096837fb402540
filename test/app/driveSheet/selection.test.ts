import { at, inside, moved, nextCell, placesOf, rangeOf } from '../../../src/app/driveSheet/grid/selection';

const room = { rows: 100, columns: 10, page: 20 };
const place = (row: number, column: number) => ({ row, column });

it.each([
  ['ArrowUp', false, 49, 5],
  ['ArrowDown', false, 51, 5],
  ['ArrowLeft', false, 50, 4],
  ['ArrowRight', false, 50, 6],
  ['ArrowUp', true, 1, 5],
  ['ArrowDown', true, 100, 5],
  ['ArrowLeft', true, 50, 1],
  ['ArrowRight', true, 50, 10],
  ['PageUp', false, 30, 5],
  ['PageDown', false, 70, 5],
  ['Home', false, 50, 1],
  ['End', false, 50, 10],
  ['Home', true, 1, 1],
  ['End', true, 100, 10],
])('%s, to the edge: %s, leads from E50 to row %i, column %i', (key, edge, row, column) => {
  expect(moved(place(50, 5), { key, edge }, room)).toEqual({ row, column });
});

it('no key leads out of the grid, and others lead nowhere', () => {
  for (const key of ['ArrowUp', 'ArrowLeft', 'PageUp']) {
    expect(moved(place(1, 1), { key, edge: false }, room)).toEqual(place(1, 1));
  }
  expect(moved(place(1, 1), { key: 'x', edge: false }, room)).toBeUndefined();
  expect(inside(place(0, 99), room)).toEqual(place(1, 10));
});

it('Tab goes row by row, and ends at both ends', () => {
  expect(nextCell(place(1, 10), false, room)).toEqual(place(2, 1));
  expect(nextCell(place(2, 1), true, room)).toEqual(place(1, 10));
  expect(nextCell(place(1, 1), true, room)).toBeUndefined();
  expect(nextCell(place(100, 10), false, room)).toBeUndefined();
});

it('marks what lies between anchor and active cell, or whole lines', () => {
  const selection = { active: place(2, 5), anchor: place(4, 3) };
  expect(rangeOf(selection, room)).toEqual({ top: 2, left: 3, bottom: 4, right: 5 });
  expect(rangeOf({ ...selection, whole: 'rows' }, room)).toEqual({ top: 2, left: 1, bottom: 4, right: 10 });
  expect(rangeOf({ ...selection, whole: 'columns' }, room)).toEqual({ top: 1, left: 3, bottom: 100, right: 5 });
  expect(placesOf(rangeOf(at(place(3, 3)), room))).toEqual([place(3, 3)]);
});
