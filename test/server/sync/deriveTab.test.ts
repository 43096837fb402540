import { loadServedTab, type StoredTab } from '../../../src/server/store/memory/storedTab';
import { compareRows } from '../../../src/server/sync/compareRows';
import { type DerivedAnew, deriveTab } from '../../../src/server/sync/deriveTab';
import { createPackedRaw } from '../../../src/server/rawTab/packedRaw';
import type { RawCell } from '../../../src/server/rawTab/rawTab';
import { createRowIds } from '../../../src/server/rawTab/rowIds';

const newId = createRowIds();
const options = { most: 64 * 1024 * 1024 };

/** A tab as it is just read: every id is a new one. */
function rawOf(rows: readonly (readonly RawCell[])[]): Buffer {
  const writer = createPackedRaw();
  for (const [at, cells] of rows.entries()) writer.add({ id: newId(), row: at + 1, cells });
  return writer.finish({ sheetId: 1, title: 'Teas', hidden: false, merges: [], typed: true });
}

type Given = Omit<Parameters<typeof deriveTab>[0], 'raw'>;
const derive = (rows: readonly (readonly RawCell[])[], given: Given = {}) =>
  deriveTab({ raw: rawOf(rows), ...given }, () => undefined);

const seenOf = (tab: StoredTab) => tab.view().writeRows(tab.view().all({})).toString();

const TEAS = [
  ['name', 'price'],
  ['Assam', 4],
  ['Darjeeling', 7],
  ['Sencha', 9],
];
const CHANGED = [...TEAS.slice(0, 2), ['Darjeeling', 8], ...TEAS.slice(3), ['Matcha', 20]];

/** Derives changed rows over those of before. */
async function changed(given: Given): Promise<{ readonly after: DerivedAnew }> {
  const { packed: before } = await derive(TEAS);
  return { after: await derive(CHANGED, { before, ...given }) };
}

test('rows that are as they were have the very bytes of before', async () => {
  const { packed: before } = await derive(TEAS);
  expect((await derive(TEAS, { before })).packed.equals(before)).toBe(true);
});

/** The rows that are made of a raw tab, with their ids. */
const madeOf = async (raw: Buffer | undefined) =>
  seenOf(await loadServedTab((await deriveTab({ raw: raw ?? Buffer.alloc(0) }, () => undefined)).packed, options));

test('a raw tab that is kept has the ids that its rows have had: the same rows can be made of it again', async () => {
  const { after } = await changed({ keepsRaw: true });
  expect(await madeOf(after.raw)).toBe(seenOf(await loadServedTab(after.packed, options)));
  const asBefore = await derive(CHANGED, { before: after.packed, keepsRaw: true });
  expect(asBefore.packed.equals(after.packed)).toBe(true);
  expect(await madeOf(asBefore.raw)).toBe(seenOf(await loadServedTab(after.packed, options)));
});

test('a raw tab that is kept already, or has these ids already, is not made again', async () => {
  expect((await changed({})).after.raw).toBeUndefined();
  const raw = rawOf(TEAS);
  const { packed: before } = await deriveTab({ raw }, () => undefined);
  expect((await deriveTab({ raw, before, keepsRaw: true }, () => undefined)).raw).toBeUndefined();
});

test('rows that are derived already are taken as they are', async () => {
  const { packed: before } = await derive(TEAS);
  const raw = rawOf(CHANGED);
  const given = { before, keepsRaw: true };
  const known = await deriveTab({ raw }, () => undefined);
  const nobody = jest.fn();
  const after = await deriveTab({ raw, derived: known, ...given }, nobody);
  expect(after).toEqual(await deriveTab({ raw, ...given }, () => undefined));
  expect(await compareRows({ before, after: after.packed })).toEqual({ added: 1, changed: 1, deleted: 0, gone: [] });
  // Nobody has read the raw tab for it.
  expect(await deriveTab({ raw: Buffer.from('damaged'), derived: known }, nobody)).toEqual(known);
});
