import { changesInWords, dayAndTime, duration, starterInWords } from '../../../src/app/sync/syncWords';

const tab = (title: string, added: number, changed = 0, deleted = 0) => ({
  sheetId: 0,
  title,
  added,
  changed,
  deleted,
});

it.each([
  ['nothing', [], 'No changes'],
  ['a tab without changes', [tab('beans', 0)], 'No changes'],
  ['one row', [tab('orders', 1)], '+1 row in orders'],
  ['rows', [tab('orders', 3)], '+3 rows in orders'],
  ['all kinds', [tab('orders', 1_200, 4, 2)], '1,200 added, 4 changed, 2 deleted in orders'],
  ['several sheets', [tab('orders', 3), tab('beans', 0, 1)], '+3 rows in orders and changes in 1 other sheet'],
])('describes %s', (_what, changes, words) => {
  expect(changesInWords(changes)).toBe(words);
});

it.each([
  [0, '0.0 s'],
  [1_940, '1.9 s'],
  [12_400, '12 s'],
  [125_000, '2 min 5 s'],
])('formats %d ms as %s', (milliseconds, words) => {
  expect(duration(milliseconds)).toBe(words);
});

it('formats day and time relative to now', () => {
  const now = new Date(2026, 2, 12, 15, 0);
  const at = (...parts: [number, number, number, number, number]) => dayAndTime(new Date(...parts).toISOString(), now);
  expect(at(2026, 2, 12, 14, 28)).toBe('Today 14:28');
  expect(at(2026, 2, 11, 23, 59)).toBe('Yesterday 23:59');
  expect(at(2026, 2, 3, 9, 5)).toBe('3 Mar 09:05');
  expect(at(2025, 11, 31, 9, 5)).toBe('31 Dec 2025 09:05');
});

it('names the person or cause that started a sync', () => {
  const email = 'mara@haldencoffee.example';
  expect(
    (['person', 'schedule', 'upload', 'settings'] as const).map((starter) => starterInWords(starter, email)),
  ).toEqual([email, 'Auto refresh', 'New version', 'Settings']);
});
