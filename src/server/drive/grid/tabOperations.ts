import type { Kysely } from 'kysely';
import type { NewTab } from '../../../contract/driveGrid';
import { limits } from '../../../contract/limits';
import { deleteBlob } from '../../database/blobs';
import { withBlobs } from '../../database/blobDraft';
import type { Database } from '../../database/schema';
import type { DriveTabsTable } from '../../database/tables/drive';
import { Refusal } from '../../refusal';
import { lineOf, linesOf } from '../../sync/lines';
import { nextRevision } from '../../sync/syncRepository';
import type { Syncs } from '../../sync/syncs';
import { cleanTitle } from '../../titles';
import { createPackedRaw } from '../../workbook/packedRaw';
import { listTabs } from '../driveRepository';
import { requireSpreadsheet } from '../driveService';
import { tabNumbersOf } from '../tabNumbers';
import { refusePaused } from './editCells';
import { findProjectOf } from './gridRepository';
import { noTab } from './gridTabs';
import type { Grid, TabAddress } from './openGrid';
import { othersWrite } from './othersWrite';
import { readTab, writtenSince } from './readTab';

type Db = Kysely<Database>;

/** What tabs are added, renamed and removed with. */
export interface TabContext {
  readonly grid: Grid;
  readonly syncs: Syncs;
}

type Owned = Pick<TabAddress, 'ownerId' | 'spreadsheetId'>;

/** Endpoints follow: the project, if there is one, is synced. */
async function syncAfter({ grid: { db }, syncs }: TabContext, { ownerId, spreadsheetId }: Owned) {
  const project = await findProjectOf(db, ownerId, spreadsheetId);
  if (project !== undefined) await syncs.sync({ id: ownerId }, spreadsheetId);
}

/** Changes the list of tabs while nothing else changes the spreadsheet; then its endpoints follow. */
async function changeTabs<T>(context: TabContext, owned: Owned, work: (tabs: readonly DriveTabsTable[]) => Promise<T>) {
  const { db } = context.grid;
  const { ownerId, spreadsheetId } = owned;
  await requireSpreadsheet(db, ownerId, spreadsheetId);
  refusePaused({ project: await findProjectOf(db, ownerId, spreadsheetId) });
  const inLine = linesOf(db);
  const done = await inLine(lineOf({ id: ownerId }, spreadsheetId), async () =>
    work(await listTabs(db, spreadsheetId)),
  );
  await syncAfter(context, owned);
  return done;
}

const invalidTitle = (detail: string) =>
  new Refusal('invalid_update', detail, { errors: [{ field: 'title', detail }] });

/** A title as it is kept, which no other tab has, whatever its case. */
function freeTitle(title: string, others: readonly DriveTabsTable[]): string {
  const clean = cleanTitle(title);
  if (clean === '') throw invalidTitle('Give the sheet a name.');
  const taken = others.some((tab) => tab.title.toLowerCase() === clean.toLowerCase());
  if (taken) throw invalidTitle(`There is another sheet called “${clean}”.`);
  return clean;
}

/** `Sheet 4`: the first number that is free. */
function nextTitle(tabs: readonly DriveTabsTable[]): string {
  const titles = new Set(tabs.map(({ title }) => title.toLowerCase()));
  let number = tabs.length + 1;
  while (titles.has(`sheet ${number}`)) number += 1;
  return `Sheet ${number}`;
}

const setPositions = async (trx: Db, spreadsheetId: string, order: readonly number[]) => {
  for (const [position, sheetId] of order.entries()) {
    await trx
      .updateTable('drive_tabs')
      .set({ position })
      .where('spreadsheet_id', '=', spreadsheetId)
      .where('sheet_id', '=', sheetId)
      .execute();
  }
};

/** What a new tab is made of: nothing, or what was deleted. */
async function startOf(
  { db, pieces }: Grid,
  { spreadsheetId }: Owned,
  { title, position, restore }: NewTab,
  tabs: readonly DriveTabsTable[],
) {
  const piece = restore === undefined ? undefined : pieces.take(restore, 'tab', spreadsheetId);
  const before = piece?.tab;
  const numbers = await tabNumbersOf(db, spreadsheetId, tabs);
  const canReturn = before !== undefined && numbers.canReturn({ sheet_id: before.sheetId, title: before.title });
  const sheetId = canReturn ? before.sheetId : numbers.next();
  const name = title ?? before?.title;
  const clean = name === undefined ? nextTitle(tabs) : freeTitle(name, tabs);
  const place = Math.min(position ?? before?.position ?? tabs.length, tabs.length);
  const head = { sheetId, title: clean, hidden: false, merges: [], typed: true };
  const raw = piece?.packed ?? createPackedRaw().finish(head);
  const { log = [], hidden = 0, fileNumber: file_number = null } = before ?? {};
  return { sheetId, title: clean, place, raw, log, facts: { hidden, file_number } };
}

/**
 * Adds a tab, empty or one that was deleted a while ago.
 *
 * @throws Refusal `invalid_update` when another one has its name, `too_large` when there are too many
 */
export const addTab = (context: TabContext, owned: Owned, wish: NewTab): Promise<{ readonly sheetId: number }> =>
  changeTabs(context, owned, async (tabs) => {
    const { grid } = context;
    if (tabs.length >= limits.tabsPerWorkbook) {
      throw new Refusal('too_large', `A spreadsheet has ${limits.tabsPerWorkbook} sheets at most.`);
    }
    const { sheetId, title, place, raw, log, facts } = await startOf(grid, owned, wish, tabs);
    const { derived, raw: blob } = await grid.workers.run('changeRaw', { raw, log, changes: [], settings: {} });
    const order = tabs.map(({ sheet_id }) => sheet_id).toSpliced(place, 0, sheetId);
    await withBlobs(grid.db, async (write) => {
      const raw_blob = await write(blob);
      const tab: DriveTabsTable = {
        ...{ spreadsheet_id: owned.spreadsheetId, sheet_id: sheetId, position: place, title, ...facts, raw_blob },
        ...{ rows: derived.rows, columns: derived.columns.length, warnings: JSON.stringify(derived.warnings) },
        ...{ sequence: 0, raw_sequence: 0, shape: 0 },
      };
      await grid.db.transaction().execute(async (trx) => {
        await trx.insertInto('drive_tabs').values(tab).execute();
        await setPositions(trx, owned.spreadsheetId, order);
      });
    });
    return { sheetId };
  });

/** @throws Refusal `invalid_update` when another tab has the name, `not_found` */
export const renameTab = (context: TabContext, address: TabAddress, title: string): Promise<void> =>
  changeTabs(context, address, async (tabs) => {
    const { spreadsheetId, sheetId } = address;
    if (tabs.every(({ sheet_id }) => sheet_id !== sheetId)) throw noTab();
    const others = tabs.filter(({ sheet_id }) => sheet_id !== sheetId);
    await context.grid.db
      .updateTable('drive_tabs')
      .set({ title: freeTitle(title, others) })
      .where('spreadsheet_id', '=', spreadsheetId)
      .where('sheet_id', '=', sheetId)
      .execute();
  });

/** Nothing is written to endpoints from here to the end of the transaction, by other servers neither. */
async function letNobodyWrite(trx: Db, { ownerId, spreadsheetId }: Owned) {
  const project = await findProjectOf(trx, ownerId, spreadsheetId);
  if (project !== undefined && (await nextRevision(trx, project.id)) === undefined) throw othersWrite();
}

async function removeRow(trx: Db, { spreadsheet_id, sheet_id }: DriveTabsTable) {
  for (const table of ['record_log', 'drive_tabs'] as const) {
    await trx.deleteFrom(table).where('spreadsheet_id', '=', spreadsheet_id).where('sheet_id', '=', sheet_id).execute();
  }
}

/**
 * Deletes a tab; its endpoint answers 410 from now on.
 *
 * @returns the name that brings it back for a while
 * @throws Refusal `in_use` for the last one
 */
export const removeTab = (context: TabContext, { sheetId, ...owned }: TabAddress): Promise<string> =>
  changeTabs(context, owned, async (tabs) => {
    const { grid } = context;
    const tab = tabs.find(({ sheet_id }) => sheet_id === sheetId);
    if (tab === undefined) throw noTab();
    if (tabs.length === 1) throw new Refusal('in_use', 'A spreadsheet needs one sheet at least.');
    const read = await readTab(grid, tab);
    const order = tabs.filter((other) => other !== tab).map(({ sheet_id }) => sheet_id);
    const log = await grid.db.transaction().execute(async (trx) => {
      await letNobodyWrite(trx, owned);
      const since = await writtenSince(trx, read);
      await removeRow(trx, tab);
      await setPositions(trx, owned.spreadsheetId, order);
      return since;
    });
    await deleteBlob(grid.db, tab.raw_blob).catch(() => undefined);
    const { title, position, hidden, file_number: fileNumber } = tab;
    const { spreadsheetId } = owned;
    return grid.pieces.keep({
      ...{ kind: 'tab', spreadsheetId, packed: read.packed },
      tab: { sheetId, title, position, hidden, fileNumber, log },
    });
  });
