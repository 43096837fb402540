import { gunzipSync } from 'node:zlib';
import { createPackedRaw, readRawHead, readRawRows } from '../../../src/server/rawTab/packedRaw';
import type { RawTabHead } from '../../../src/server/rawTab/rawTab';
import type { RawRow } from '../../../src/server/rawTab/rawCells';

const head: RawTabHead = { sheetId: 4, title: 'Café\n😀', hidden: true, merges: [[1, 1, 2, 2]], typed: true };

function pack(rows: readonly RawRow[]) {
  const packed = createPackedRaw();
  rows.forEach((row) => packed.add(row));
  return packed.finish(head);
}

const all = async (packed: Buffer) => {
  const rows: RawRow[] = [];
  for await (const row of readRawRows(packed)) rows.push(row);
  return rows;
};

const rich = { kind: 'number', value: 1, formula: '1', text: '1,00' } as const;

test('is read back unchanged', async () => {
  const rows: RawRow[] = [
    { id: 'r_1', row: 1, cells: ['a\nb', null, 1.5, true, rich, '__proto__'] },
    { id: 'r_2', row: 9, cells: ['\u2028 "quoted" 東京'] },
  ];
  const packed = await pack(rows);
  expect(await readRawHead(packed)).toEqual(head);
  expect(await all(packed)).toEqual(rows);
});

test('has many blocks, with rows longer than a block', async () => {
  const rows = Array.from({ length: 40 }, (_, at) => ({
    id: `r_${at}`,
    row: at + 1,
    cells: ['ü'.repeat(at * 20_000)],
  }));
  expect(await all(await pack(rows))).toEqual(rows);
});

test('is gzip of lines of JSON, the head first', async () => {
  const lines = gunzipSync(await pack([{ id: 'r_1', row: 1, cells: ['x'] }]))
    .toString()
    .split('\n');
  expect(lines).toEqual([JSON.stringify(head), '{"id":"r_1","row":1,"cells":["x"]}', '']);
});

test('can have no rows', async () => {
  expect(await all(await pack([]))).toEqual([]);
});

test('can be read in part', async () => {
  const packed = await pack(Array.from({ length: 50_000 }, (_, at) => ({ id: `r_${at}`, row: at + 1, cells: [at] })));
  for await (const row of readRawRows(packed)) {
    expect(row.cells).toEqual([0]);
    break;
  }
});

test('is an error if truncated, not a shorter tab', async () => {
  const packed = await pack(Array.from({ length: 1000 }, (_, at) => ({ id: `r_${at}`, row: at + 1, cells: [at] })));
  await expect(all(packed.subarray(0, packed.length - 20))).rejects.toThrow();
});
