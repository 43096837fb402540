import { gunzipSync } from 'node:zlib';
import { readRawHead } from '../../../src/server/rawTab/packedRaw';
import type { RawTabHead } from '../../../src/server/rawTab/rawTab';
import type { RawRow } from '../../../src/server/rawTab/rawCells';
import { packRaw, rawRows } from '../../fixtures/workbookFiles';

const head: RawTabHead = { sheetId: 4, title: 'Café\n😀', hidden: true, merges: [[1, 1, 2, 2]], typed: true };

test('is read back unchanged', async () => {
  const rows: RawRow[] = [
    {
      id: 'r_1',
      row: 1,
      cells: ['a\nb', null, 1.5, true, { kind: 'number', value: 1, formula: '1', text: '1,00' }, '__proto__'],
    },
    { id: 'r_2', row: 9, cells: ['\u2028 "quoted" 東京'] },
  ];
  const raw = await packRaw(rows, head);
  expect(await readRawHead(raw)).toEqual(head);
  expect(await rawRows({ raw })).toEqual(rows);
});

test('is gzip of lines of JSON, the head first', async () => {
  const lines = gunzipSync(await packRaw([{ id: 'r_1', row: 1, cells: ['x'] }], head))
    .toString()
    .split('\n');
  expect(lines).toEqual([JSON.stringify(head), '{"id":"r_1","row":1,"cells":["x"]}', '']);
});
