import { loadServedTab, type StoredTab } from '../../../src/server/store/memory/storedTab';
import { compareRows } from '../../../src/server/sync/compareRows';
import { deriveTab } from '../../../src/server/sync/deriveTab';
import { createPackedRaw } from '../../../src/server/rawTab/packedRaw';
import type { RawCell } from '../../../src/server/rawTab/rawCells';
import { newRowId } from '../../../src/server/rawTab/rowIds';

const options = { maxBytes: 64 * 1024 * 1024 };

/** Creates a raw tab with new ids, as after a read. */
async function rawOf(rows: readonly (readonly RawCell[])[]): Promise<Buffer> {
  const writer = createPackedRaw();
  for (const [at, cells] of rows.entries()) writer.add({ id: newRowId(), row: at + 1, cells });
  return writer.finish({ sheetId: 1, title: 'Teas', hidden: false, merges: [], typed: true });
}

type Given = Parameters<typeof deriveTab>[0];
const derive = (given: Given) => deriveTab(given, () => undefined);

const seenOf = (tab: StoredTab) => tab.view().writeRows(tab.view().all({})).toString();

const TEAS = [
  ['name', 'price'],
  ['Assam', 4],
  ['Darjeeling', 7],
  ['Sencha', 9],
];
const CHANGED = [...TEAS.slice(0, 2), ['Darjeeling', 8], ...TEAS.slice(3), ['Matcha', 20]];

async function teas() {
  const raw = await rawOf(TEAS);
  return { raw, ...(await derive({ raw })) };
}

test('unchanged rows have the same bytes as before', async () => {
  const before = await teas();
  expect((await derive({ raw: await rawOf(TEAS), before })).packed.equals(before.packed)).toBe(true);
});

test('a raw tab gets the ids of its rows: deriving it again gives the same rows', async () => {
  const before = await teas();
  const { raw, packed } = await derive({ raw: await rawOf(CHANGED), before });
  const again = await derive({ raw: raw ?? Buffer.alloc(0) });
  expect(again.packed.equals(packed)).toBe(true);
  expect(seenOf(await loadServedTab(packed, options))).toContain('Matcha');
  expect(await compareRows({ before: before.packed, after: packed })).toEqual({
    ...{ added: 1, changed: 1, deleted: 0, gone: [] },
  });
});

test('a raw tab with other columns is left unchanged', async () => {
  const before = await teas();
  expect((await derive({ raw: await rawOf([['a'], ['b']]), before })).raw).toBeUndefined();
});
