import { growthIn, type Look } from '../soak/growth';

const MEBIBYTE = 1024 * 1024;

/** Samples whose numbers follow a rule, the others being constant. */
const looks = (count: number, of: (n: number) => Partial<Look>): Look[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ heap: 40 * MEBIBYTE, external: 10 * MEBIBYTE, rss: 200 * MEBIBYTE, held: 0 },
    ...{ handles: 12, files: 30, sockets: 20, loops: 4 },
    ...of(n),
  }));

const grown = (of: (n: number) => Partial<Look>) => growthIn(looks(24, of)).map((line) => line.split(' ', 1)[0]);

describe('growth of an idle process', () => {
  test.each<[string, (n: number) => Partial<Look>, string[]]>([
    ['nothing', () => ({}), []],
    ['noise', (n) => ({ heap: (40 + (n % 3)) * MEBIBYTE, handles: 12 + (n % 4), rss: (200 + (n % 9)) * MEBIBYTE }), []],
    ['caches that fill and are full', (n) => ({ heap: Math.min(40 + n * 10, 120) * MEBIBYTE }), []],
    ['one look that is out of order', (n) => ({ heap: (n === 20 ? 400 : 40) * MEBIBYTE }), []],
    [
      'what is kept on purpose',
      (n) => ({ held: n * MEBIBYTE, external: (10 + n) * MEBIBYTE, rss: (200 + n) * MEBIBYTE }),
      [],
    ],
    ['a heap', (n) => ({ heap: (40 + n) * MEBIBYTE }), ['heap']],
    ['buffers', (n) => ({ external: (10 + n) * MEBIBYTE }), ['external']],
    ['memory that the heap does not know', (n) => ({ rss: (200 + 12 * n) * MEBIBYTE }), ['rss']],
    ['a timer with each look', (n) => ({ handles: 12 + n }), ['handles']],
    ['a file with every other look', (n) => ({ files: 30 + n / 2 }), ['files']],
    ['a socket with each look', (n) => ({ sockets: 20 + n }), ['sockets']],
    ['a thread with every other look', (n) => ({ loops: 4 + n / 2 }), ['loops']],
    ['a thread more or less', (n) => ({ loops: 4 + (n % 3), handles: 12 + 2 * (n % 3) }), []],
  ])('%s', (_what, of, expected) => {
    expect(grown(of)).toEqual(expected);
  });

  test('cannot be judged from a few samples', () => {
    expect(() => growthIn(looks(5, () => ({})))).toThrow('too few');
  });
});
