import { retryAfter } from '../../../src/server/google/responses';

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
