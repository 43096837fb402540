import { openPackedRows, type PackedRow, readPackedRows } from '../../../src/server/normalise/packedRows';
import { columnOf, packRows } from '../store/memory/generated/tabs';
import { createRandom } from '../store/memory/generated/random';

const columns = [columnOf('a'), columnOf('n', 'integer')];

const packed = (rows: readonly PackedRow[]) => packRows(columns, rows);

async function unpacked(bytes: Buffer): Promise<PackedRow[]> {
  const rows: PackedRow[] = [];
  for await (const row of readPackedRows(bytes)) rows.push(row);
  return rows;
}

/** Reads packed rows from a source in pieces of a size. */
async function jsonOf(pieces: readonly Buffer[]): Promise<string> {
  async function* source() {
    yield* pieces;
  }
  const { blocks } = await openPackedRows(source());
  let json = '';
  for await (const { bytes } of blocks) json += bytes.toString();
  return json;
}

const inChunks = (bytes: Buffer, length: number) =>
  Array.from({ length: Math.ceil(bytes.length / length) }, (_, n) => bytes.subarray(n * length, (n + 1) * length));

/** Packed rows of several megabytes, in many blocks that hardly compress. */
const random = createRandom(5);
const many = Array.from({ length: 30_000 }, (_, n): PackedRow => [
  `r_${n}`,
  n + 2,
  `Zoë ${random(2 ** 30)}`.repeat(3),
  n,
]);

describe('packed rows', () => {
  test.each<[string, PackedRow[]]>([
    ['none', []],
    ['one', [['r_1', 1, 'x', 1]]],
    ['rows with gaps between them', [1, 2, 130, 131, 20_000, 10_000_000].map((row) => [`r_${row}`, row, 'x', null])],
    ['rows in descending order', [9, 3, 70_000, 2, 1].map((row) => [`r_${row}`, row, 'x', null])],
    ['a row longer than a block', [['r_1', 2, 's', 1], ['r_2', 3, '李'.repeat(700_000), 2], ['r_3', 4, 't', 3]]], // oxfmt-ignore
    ['rows of many blocks', many],
  ])('are read back unchanged: %s', async (_what, rows) => {
    const bytes = await packed(rows);
    expect(await unpacked(bytes)).toEqual(rows);
    expect((await openPackedRows(bytes)).head).toEqual({ columns, rows: rows.length, bytes: expect.any(Number) });
  });

  test.each([1 << 19, 4_099, 1 << 24])('are the same in pieces of %d bytes', async (length) => {
    const bytes = await packed(many);
    expect((await jsonOf(inChunks(bytes, length))) === (await jsonOf([bytes]))).toBe(true);
  });

  test('are an error if truncated anywhere', async () => {
    const bytes = await packed(many);
    for (const length of [0, 3, 7, 8, 40, 100_000, bytes.length - 1]) {
      await expect(jsonOf([bytes.subarray(0, length)])).rejects.toThrow();
    }
  });

  test('are an error if any byte is changed (except the time in the header of gzip)', async () => {
    const bytes = await packed(many);
    for (const place of [0, 3, 30, 50_000, 300_000, bytes.length - 6]) {
      const damaged = Buffer.from(bytes);
      damaged[place]! ^= 0x10;
      await expect(jsonOf(inChunks(damaged, 1 << 19))).rejects.toThrow();
    }
  });
});
