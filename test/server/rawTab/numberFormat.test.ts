import { shownByFormat } from '../../../src/server/rawTab/numberFormat';

describe('what is displayed of a moment', () => {
  test.each([
    // Days before 1900, which only Google Sheets has.
    ['1850-01-02', 'd.m.yyyy', '2.1.1850'],
    ['1850-01-02', 'dddd', undefined],
    ['1899-12-29T23:59:59', 'yyyy-mm-dd hh:mm:ss', '1899-12-29 23:59:59'],
    ['0001-01-01', 'yyyy', '0001'],
    ['1900-01-01', 'ddd d mmm', 'Mon 1 Jan'],
    ['9999-12-31T23:59:59', 'yyyy-mm-dd h:mm:ss AM/PM', '9999-12-31 11:59:59 PM'],
    ['25:30:05', '[h]:mm:ss', '25:30:05'],
    ['2009-04-01', 'h:mm', '0:00'],
    // What the moment does not have, or a format that is none of moments.
    ['12:30:00', 'd.m. h:mm', undefined],
    ['2009-04-01', '0.00', undefined],
    ['soon', 'yyyy', undefined],
  ])('%s by %s is %s', (moment, code, shown) => {
    expect(shownByFormat(moment, code)).toBe(shown);
  });
});

test('each second of a day is displayed as it is', () => {
  for (let second = 0; second < 86_400; second += 7) {
    const time = new Date(second * 1000).toISOString().slice(11, 19);
    expect(shownByFormat(`2024-02-29T${time}`, 'd hh:mm:ss')).toBe(`29 ${time}`);
  }
});

test('a hundred thousand codes are not all kept: those beyond are not worked out', () => {
  for (let at = 0; at < 100_000; at += 1) shownByFormat(1, `0"${at}"`);
  expect(shownByFormat(1, '0"one more"')).toBeUndefined();
  expect(shownByFormat(1, '0"5"')).toBe('15');
});
