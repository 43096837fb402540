import { gzipSync } from 'node:zlib';
import { gzipLines } from '../../../src/server/workbook/gzipLines';

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
