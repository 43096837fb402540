import { retryAfterOf } from '../../../src/app/http/retryAfter';

const now = Date.parse('2026-03-01T10:00:00Z');

it.each([
  ['0', 0],
  ['7', 7_000],
  [' 7 ', 7_000],
  ['Sun, 01 Mar 2026 10:00:05 GMT', 5_000],
  ['Sun, 01 Mar 2026 09:59:00 GMT', 0],
  ['99999999999', 2 ** 31 - 1],
])('reads %s', (header, wait) => {
  expect(retryAfterOf(header, now)).toBe(wait);
});

it.each([undefined, '', 'soon', '1.5x', 3])('does not read %s', (header) => {
  expect(retryAfterOf(header, now)).toBeUndefined();
});
