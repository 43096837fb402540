import { gunzipSync, gzipSync } from 'node:zlib';
import { openLines, PackedLines, readHead } from '../../../src/server/rawTab/packedLines';

/** Packs lines of given lengths, alternating text and bytes, and returns the expected bytes. */
async function packed(lengths: readonly number[]) {
  const lines = new PackedLines();
  const expected = lengths.map((length, n) => `é${n}${String.fromCharCode(97 + (n % 26)).repeat(length)}${n}\n`);
  for (const [n, line] of expected.entries()) lines.add(n % 3 === 0 ? Buffer.from(line) : line);
  const whole = gunzipSync(await lines.finish({ head: 1 })).toString();
  return { whole, expected: ['{"head":1}\n', ...expected].join('') };
}

test.each([
  ['nothing', []],
  ['a line that is longer than a block', [10, 2_000_000, 10]],
  ['short lines, past many blocks', Array.from({ length: 60_000 }, (_, n) => n % 70)],
  ['lines of all lengths', Array.from({ length: 300 }, (_, n) => n * n)],
])('everything written is there: %s', async (_what, lengths) => {
  const { whole, expected } = await packed(lengths);
  expect(whole === expected).toBe(true);
});

/** Yields bytes in chunks of a length. */
async function* inChunks(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function linesOf(text: string, piece: number) {
  const pieces: string[] = [];
  const packed = gzipSync(`{"head":1}\n${text}`);
  const { head, lines } = await openLines(piece === Infinity ? packed : inChunks(packed, piece));
  expect(head).toEqual({ head: 1 });
  for await (const some of lines) pieces.push(some.toString());
  return pieces;
}

const repeated = 'the same again\n'.repeat(200_000);

test.each([
  ['nothing', ''],
  ['a text that compresses well', repeated],
  ['much', Array.from({ length: 100_000 }, () => `${Math.random()}\n`).join('')],
  ['one long line', `${'long'.repeat(1_000_000)}\nshort\n`],
])('the lines of %s are read completely from pieces of any size', async (_what, text) => {
  for (const piece of [Infinity, 4_099]) {
    const pieces = await linesOf(text, piece);
    expect(pieces.join('') === text).toBe(true);
    expect(pieces.every((some) => some.endsWith('\n'))).toBe(true);
  }
});

test('the head is read without the rest, and a missing head is an error', async () => {
  const packed = gzipSync(`{"head":2}\n${Math.random()}\n${repeated}`);
  expect(await readHead(packed)).toEqual({ head: 2 });
  expect(await readHead(packed.subarray(0, packed.length - 9))).toEqual({ head: 2 });
  await expect(readHead(gzipSync(''))).rejects.toThrow();
});
