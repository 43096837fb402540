import { gunzipSync, gzipSync } from 'node:zlib';
import { GzipBlocks, gzipLines } from '../../../src/server/rawTab/gzipBlocks';

/** Writes lines in each way that there is, and what should come of them. */
async function packed(lengths: readonly number[]) {
  const blocks = new GzipBlocks();
  const expected = ['head\n'];
  for (const [n, length] of lengths.entries()) {
    const letters = Buffer.from(String.fromCharCode(97 + (n % 26)).repeat(length));
    blocks.text(`é${n}`);
    blocks.room(length + 8);
    blocks.copy(letters, 0, length);
    blocks.text(`${n}\n`);
    expected.push(`é${n}${letters.toString()}${n}\n`);
    blocks.lineEnded();
  }
  const whole = gunzipSync(await blocks.finish('head\n')).toString();
  return { whole, expected: expected.join('') };
}

test.each([
  ['nothing', []],
  ['one short line', [3]],
  ['a line that is longer than the first memory', [20_000]],
  ['a line that is longer than a block', [10, 2_000_000, 10]],
  ['short lines, past the first memory', Array.from({ length: 2_000 }, () => 20)],
  ['short lines, past many blocks', Array.from({ length: 60_000 }, (_, n) => n % 70)],
  ['lines of all lengths', Array.from({ length: 300 }, (_, n) => n * n)],
])('all that is written is there: %s', async (_what, lengths) => {
  const { whole, expected } = await packed(lengths);
  expect(whole === expected).toBe(true);
});

async function linesOf(text: string, cut = 0) {
  const pieces: string[] = [];
  const packed = gzipSync(text);
  for await (const lines of gzipLines(packed.subarray(0, packed.length - cut))) pieces.push(lines.toString());
  return pieces;
}

test.each([
  ['little', 'a\nb\n'],
  ['nothing', ''],
  ['little that comes to much', 'the same again\n'.repeat(200_000)],
  ['much', Array.from({ length: 100_000 }, () => `${Math.random()}\n`).join('')],
])('the lines of %s come back whole', async (_what, text) => {
  const pieces = await linesOf(text);
  expect(pieces.join('') === text).toBe(true);
  expect(pieces.every((piece) => piece.endsWith('\n') && piece.length <= 1 << 18)).toBe(true);
});

test('what is damaged is an error, however short it is', async () => {
  await expect(linesOf('a\nb\n', 9)).rejects.toThrow();
  await expect(linesOf('the same again\n'.repeat(200_000), 9)).rejects.toThrow();
});
