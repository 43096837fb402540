import { relativeTime } from '../../../src/app/ui/display/Ago';

const now = new Date(2026, 2, 17, 14, 0, 0);
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('relative time', () => {
  it.each([
    [0, 'Just now'],
    [-5 * MINUTE, 'Just now'],
    [59 * SECOND, 'Just now'],
    [MINUTE, '1 min ago'],
    [41 * MINUTE, '41 min ago'],
    [HOUR, '1 h ago'],
    [13 * HOUR, '13 h ago'],
    [15 * HOUR, 'Yesterday'],
    [DAY + 13 * HOUR, 'Yesterday'],
    [2 * DAY, '15 Mar'],
    [100 * DAY, '7 Dec 2025'],
  ])('%d ms: %s', (passed, words) => {
    expect(relativeTime(ago(passed), now)).toBe(words);
  });

  it('is "Yesterday" after midnight only if an hour has passed', () => {
    const night = new Date(2026, 2, 17, 0, 20, 0);
    expect(relativeTime(new Date(2026, 2, 16, 23, 50, 0).toISOString(), night)).toBe('30 min ago');
    expect(relativeTime(new Date(2026, 2, 16, 23, 10, 0).toISOString(), night)).toBe('Yesterday');
  });
});
