import { loadServedTab, type StoredTab } from '../../../src/server/store/memory/storedTab';
import { compareRows } from '../../../src/server/sync/compareRows';
import { deriveTab } from '../../../src/server/sync/deriveTab';
import { createPackedRaw } from '../../../src/server/rawTab/packedRaw';
import type { RawCell } from '../../../src/server/rawTab/rawCells';
import { newRowId } from '../../../src/server/rawTab/rowIds';

const options = { most: 64 * 1024 * 1024 };

/** A tab as it is just read: every id is a new one. */
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

test('rows that are as they were have the very bytes of before', async () => {
  const before = await teas();
  expect((await derive({ raw: await rawOf(TEAS), before })).packed.equals(before.packed)).toBe(true);
});

test('a raw tab has the ids that its rows have had: the same rows are made of it again', async () => {
  const before = await teas();
  const { raw, packed } = await derive({ raw: await rawOf(CHANGED), before });
  const again = await derive({ raw: raw ?? Buffer.alloc(0) });
  expect(again.packed.equals(packed)).toBe(true);
  expect(seenOf(await loadServedTab(packed, options))).toContain('Matcha');
  expect(await compareRows({ before: before.packed, after: packed })).toEqual({
    ...{ added: 1, changed: 1, deleted: 0, gone: [] },
  });
});

test('a raw tab of other columns is taken as it is', async () => {
  const before = await teas();
  expect((await derive({ raw: await rawOf([['a'], ['b']]), before })).raw).toBeUndefined();
});

test('rows that are derived already are taken as they are', async () => {
  const before = await teas();
  const raw = await rawOf(CHANGED);
  const derived = await derive({ raw });
  expect(await derive({ raw, derived, before })).toEqual(await derive({ raw, before }));
  // Nobody has read the raw tab for it.
  expect(await derive({ raw: Buffer.from('damaged'), derived })).toEqual(derived);
});
