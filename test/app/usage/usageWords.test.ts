import { dayInWords, figuresOf, forecastInWords, spanInWords, timeInWords } from '../../../src/app/usage/usageWords';

const totals = (requests: number, succeeded: number, fromCache: number, p50: number | null) => ({
  ...{ requests, succeeded, fromCache, notModified: 0, p50, p95: p50 },
});

describe('figures', () => {
  it('show their change, and whether it is an improvement', () => {
    const told = figuresOf(totals(1_124, 1_091, 991, 41), totals(1_000, 977, 863, 44), 30);
    expect(told.map(({ value, change }) => [value, change?.text, change?.after, change?.kind])).toEqual([
      ['1,124', '+12.4%', 'on the 30 days before', 'better'],
      ['97.1%', '−0.6', 'points', 'worse'],
      ['41 ms', '−3 ms', '', 'better'],
      ['88.2%', '+1.9', 'points', 'better'],
    ]);
  });

  it('show no change without earlier requests, and no share without requests', () => {
    const told = figuresOf(totals(0, 0, 0, null), totals(0, 0, 0, null), 7);
    expect(told.map(({ value, change }) => [value, change])).toEqual([
      ['0', undefined],
      ['–', undefined],
      ['–', undefined],
      ['–', undefined],
    ]);
  });

  it('show no change between numbers that are displayed alike', () => {
    const told = figuresOf(totals(100, 90, 10, 41.2), totals(100, 90, 10, 41.4), 7);
    expect(told.map(({ change }) => [change?.text, change?.kind])).toEqual([
      ['±0.0%', 'same'],
      ['±0.0', 'same'],
      ['±0 ms', 'same'],
      ['±0.0', 'same'],
    ]);
  });
});

describe('the forecast', () => {
  const month = { from: '2026-03-01', resetsOn: '2026-04-01', requests: 28_410, forecast: 51_806, reachedOn: null };
  const told = (parts: Partial<Omit<typeof month, 'reachedOn'>> & { reachedOn?: string | null }) =>
    forecastInWords({ ...month, ...parts }, 250_000);

  it.each([
    [{}, 'info', 'At this pace March ends at about 51,800 requests.'],
    [{ requests: 201_000, forecast: 249_000 }, 'warn', 'At this pace March ends at about 249,000 requests.'],
    [
      { requests: 210_000, forecast: 255_000, reachedOn: '2026-03-30' },
      'warn',
      'At this pace you reach 250,000 requests on 30 March. Above 275,000 calls answer 429.',
    ],
    [
      { requests: 250_000, forecast: 300_000 },
      'warn',
      'You have used the 250,000 requests of March. Above 275,000 calls answer 429.',
    ],
    [{ requests: 275_001, forecast: 300_000 }, 'danger', 'March is used up. Calls answer 429 until 1 April.'],
  ])('%j', (parts, kind, text) => {
    expect(told(parts)).toEqual({ kind, text });
  });

  it('is empty for a month without requests', () => {
    expect(told({ requests: 0, forecast: 0 })).toBeUndefined();
  });
});

it('formats days, times and bytes', () => {
  expect(spanInWords(['2026-02-16', '2026-03-17'])).toBe('16 February to 17 March');
  expect(dayInWords('2025-03-05')).toBe('Wed 5 March');
  expect([0.0183, 0.4, 7.06, 41.4, 1_500].map(timeInWords)).toEqual([
    '0.018 ms',
    '0.4 ms',
    '7.1 ms',
    '41 ms',
    '1,500 ms',
  ]);
});
