import { giveBack, takeRoom } from '../../../../src/server/endpoints/answers/rooms';

const KIBIBYTE = 1024;

test('a room is as long as what is wanted, or a little longer', () => {
  for (const length of [0, 1, 1000, 1024, 1025, 17_500, 64 * KIBIBYTE, 64 * KIBIBYTE + 1, 3_000_000]) {
    const { bytes, words } = takeRoom(length);
    expect(bytes.length).toBeGreaterThanOrEqual(length);
    expect(bytes.length).toBeLessThan(length + KIBIBYTE);
    expect([words.byteLength, words.buffer]).toEqual([bytes.length, bytes.buffer]);
  }
});

test('a room that is given back is taken again, by one at a time, and only where it is long enough', () => {
  const room = takeRoom(17_500);
  expect(takeRoom(17_500)).not.toBe(room);
  giveBack(room);
  expect(takeRoom(18_500)).not.toBe(room);
  expect(takeRoom(17_450)).toBe(room);
  expect(takeRoom(17_500)).not.toBe(room);
});

test('no more is kept than some megabytes', () => {
  const many = Array.from({ length: 300 }, () => takeRoom(60 * KIBIBYTE));
  for (const room of many) giveBack(room);
  const again = new Set(Array.from({ length: 300 }, () => takeRoom(60 * KIBIBYTE)));
  const kept = many.filter((room) => again.has(room)).length;
  expect(kept).toBeGreaterThan(50);
  expect(kept).toBeLessThan(150);
});
