import { usageMonthOf } from '../../../src/server/usage/usageRoute';

const endOf17March = Date.UTC(2026, 2, 18);

it('goes on as it has begun', () => {
  expect(usageMonthOf(28_410, endOf17March, 250_000)).toEqual({
    from: '2026-03-01',
    resetsOn: '2026-04-01',
    requests: 28_410,
    forecast: 51_806,
    reachedOn: null,
  });
});

it('tells the day on which the plan is used up at this pace', () => {
  const { forecast, reachedOn } = usageMonthOf(170_000, endOf17March, 250_000);
  expect([forecast, reachedOn]).toEqual([310_000, '2026-03-26']);
});

it.each([
  ['reached already', 250_000, 250_000],
  ['no plan', 250_000, undefined],
])('tells no day where there is none: %s', (_why, requests, limit) => {
  expect(usageMonthOf(requests, endOf17March, limit).reachedOn).toBeNull();
});

it('does not take the first minutes of a month for its pace', () => {
  expect(usageMonthOf(100, Date.UTC(2026, 2, 1, 0, 5), undefined).forecast).toBe(3_100);
});

it('knows how the year ends', () => {
  expect(usageMonthOf(1, Date.UTC(2026, 11, 31, 23), undefined)).toMatchObject({
    from: '2026-12-01',
    resetsOn: '2027-01-01',
  });
});
