import { formatBytes } from '../../../src/app/ui/display/numbers';

test('formats bytes', () => {
  expect([0, 1, 62_000, 1_200_000, 68_157_440, 5 * 1024 ** 3].map(formatBytes)).toEqual([
    ...['0 MB', '1 KB', '61 KB', '1.1 MB', '65 MB', '5 GB'],
  ]);
});
