import { loadServedTab, type StoredTab } from '../../../src/server/store/memory/storedTab';
import { compareRows } from '../../../src/server/sync/rowChanges';
import { type DerivedAnew, deriveTab } from '../../../src/server/sync/deriveAnew';
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
async function changed(given: Given): Promise<{ readonly before: Buffer; readonly after: DerivedAnew }> {
  const { packed: before } = await derive(TEAS);
  return { before, after: await derive(CHANGED, { before, ...given }) };
}

test('without rows of before nothing is said of them', async () => {
  const { isSame, comparison } = await derive(TEAS);
  expect([isSame, comparison]).toEqual([undefined, undefined]);
});

test('rows that are as they were are told to be', async () => {
  const { packed: before } = await derive(TEAS);
  const { isSame, packed } = await derive(TEAS, { before });
  expect([isSame, packed.equals(before)]).toEqual([true, true]);
});

test('what has become of others is what comparing them says', async () => {
  const { before, after } = await changed({});
  expect(after.isSame).toBe(false);
  expect(after.comparison).toEqual({ added: 1, changed: 1, deleted: 0, gone: [] });
  expect(after.comparison).toEqual(await compareRows({ before, after: after.packed }));
});

/** The rows that are made of a raw tab, with their ids. */
const madeOf = async (raw: Buffer | undefined) =>
  seenOf(await loadServedTab((await deriveTab({ raw: raw ?? Buffer.alloc(0) }, () => undefined)).packed, options));

test('a raw tab that is kept has the ids that its rows have had: the same rows can be made of it again', async () => {
  const { after } = await changed({ keepsRaw: true });
  expect(await madeOf(after.raw)).toBe(seenOf(await loadServedTab(after.packed, options)));
  const asBefore = await derive(CHANGED, { before: after.packed, keepsRaw: true });
  expect(asBefore.isSame).toBe(true);
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
  expect(after.comparison).toMatchObject({ added: 1, changed: 1 });
  // Nobody has read the raw tab for it.
  expect(await deriveTab({ raw: Buffer.from('damaged'), derived: known }, nobody)).toEqual(known);
});

test('many rows are left to be compared apart', async () => {
  const many = [['name'], ...Array.from({ length: 50_001 }, (_, n) => [`tea ${n}`])];
  const { packed: before } = await derive(TEAS);
  const after = await derive(many, { before });
  expect([after.isSame, after.comparison, after.rows]).toEqual([false, undefined, 50_001]);
});
