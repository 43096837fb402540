import type { TabToPublish } from '../published';
import { beforeTests } from '../../../fixtures/beforeTests';
import { startAsking } from '../asking';

/** Datetimes with zones, without zones, and in a column whose type was set although one cell holds something else. */
const moments: TabToPublish = {
  title: 'Moments',
  lines: [
    'Name;Sent;Seen;Set',
    'a;2024-01-01T00:00:00Z;2024-01-01T00:00:00;later',
    'b;2024-01-01T03:00:00+02:00;2024-01-01T01:00:00;2024-01-01T01:00:00+00:00',
    'c;2023-12-31T23:00:00Z;2023-12-31T23:00:00;2023-12-31T23:00:00Z',
  ],
  settings: { columnTypes: { Set: 'datetime' } },
};

const asking = beforeTests(() => startAsking(moments));

describe('a value with a zone for a column without zones, or the other way round, is refused', () => {
  test.each([
    ['Sent=2024-01-01T00:00:00', 'Sent', 'Write it like Sent=2024-01-01T00:00:00Z.'],
    ['Sent__ne=2024-01-01T00:00:00', 'Sent__ne', 'Write it like Sent__ne=2024-01-01T00:00:00Z.'],
    ['Sent__gte=2024-01-01 00:00', 'Sent__gte', 'Write it like Sent__gte=2024-01-01T00:00:00Z.'],
    ['Sent__in=2024-01-01T00:00:00Z,2024-01-01T00:00:00', 'Sent__in', 'Write it like Sent__in=2024-01-01T00:00:00Z.'],
    [
      'Sent__between=2023-01-01,2024-01-01T00:00:00',
      'Sent__between',
      'Write it like Sent__between=2024-01-01T00:00:00Z.',
    ],
    ['Seen=2024-01-01T00:00:00Z', 'Seen', 'Write it like Seen=2024-01-01T00:00:00.'],
    ['Seen__lt=2024-01-01T00:00:00%2B02:00', 'Seen__lt', 'Write it like Seen__lt=2024-01-01T00:00:00.'],
    ['Set__gt=2024-01-01T00:00:00', 'Set__gt', 'Write it like Set__gt=2024-01-01T01:00:00%2B00:00.'],
    ['_group=Name&Sent__lt=2024-01-01T00:00:00', 'Sent__lt', 'Write it like Sent__lt=2024-01-01T00:00:00Z.'],
    [
      `_where=${encodeURIComponent('{"not":{"Sent":{"gt":"2024-01-01T00:00:00"}}}')}`,
      '_where',
      'Write it like {"Sent":{"eq":"2024-01-01T00:00:00Z"}}.',
    ],
  ])('%s', async (query, field, hint) => {
    const answer = await asking.get(`?${query}`);
    const { code, errors, hint: told } = answer.json();
    expect([answer.statusCode, code, errors?.[0]?.field, told]).toEqual([400, 'invalid_value', field, hint]);
  });

  test('in a body', async () => {
    const answer = await asking.post({ where: { Seen: { in: ['2024-01-01T00:00:00', '2024-01-01T00:00:00Z'] } } });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_value']);
    expect(answer.json().detail).toBe('The values of Seen have no zone. “2024-01-01T00:00:00Z” has another form.');
  });
});

describe('a value in the column’s notation, or a date alone, is compared', () => {
  test.each([
    ['Sent=2024-01-01T00:00:00Z', 'a'],
    ['Sent__gt=2024-01-01T00:00:00Z', 'b'],
    ['Sent__gte=2024-01-01T02:00:00%2B02:00', 'ab'],
    ['Sent__gte=2024-01-01', 'ab'],
    ['Sent__between=2023-01-01,2024-01-01', 'ac'],
    ['Sent=2024-01-01', 'a'],
    ['Seen__gte=2024-01-01', 'ab'],
    ['Seen=2024-01-01', 'a'],
    ['Seen__lt=2024-01-01T00:30', 'ac'],
    ['Set__gt=2024-01-01T00:00:00Z', 'b'],
  ])('%s', async (query, expected) => {
    expect(await asking.initials(query)).toBe(expected);
  });

  test('a + that is not encoded as %2B gets a hint', async () => {
    const { code, hint } = (await asking.get('?Sent__gt=2024-01-01T00:00:00+02:00')).json();
    expect([code, hint]).toEqual(['invalid_value', 'Write it like Sent__gt=2024-01-01T00:00:00Z.']);
  });
});
