import { retryAfter } from '../../../src/server/google/responses';
import { backOff } from '../../../src/server/sync/refreshOnRead';

describe('pauses after failures', () => {
  it('double each time', () => {
    expect([1, 2, 3, 4].map((failures) => backOff(failures, 60_000, 0.5))).toEqual([60_000, 120_000, 240_000, 480_000]);
  });

  it('are randomized', () => {
    expect([0, 0.5, 1].map((chance) => backOff(1, 60_000, chance))).toEqual([45_000, 60_000, 75_000]);
  });

  it('have a maximum', () => {
    expect(backOff(40, 60_000, 0.5)).toBe(15 * 60_000);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-03-04T05:06:00Z');
  it.each([
    ['seconds', '30', 30_000],
    ['none', '0', 0],
    ['a date', 'Wed, 04 Mar 2026 05:07:00 GMT', 60_000],
    ['a date in the past', 'Wed, 04 Mar 2026 05:00:00 GMT', 0],
    ['something else', 'soon', undefined],
    ['nothing', undefined, undefined],
  ])('%s', (_what, value, expected) => {
    expect(retryAfter({ 'retry-after': value }, now)).toBe(expected);
  });
});
