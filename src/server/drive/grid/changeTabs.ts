import type { NewTab } from '../../../contract/driveGrid';
import { newSheetTitle } from '../../../contract/gridCells';
import { limits } from '../../../contract/limits';
import { readBlob, withBlobs } from '../../database/blobs';
import type { Db } from '../../database/schema';
import type { DriveSpreadsheetsTable, DriveTabsTable } from '../../database/tables/drive';
import { createPackedRaw } from '../../rawTab/packedRaw';
import { invalidUpdate, Refusal } from '../../refusal';
import { packLog } from '../../store/log/compactRaw';
import { readStoredTab } from '../../store/log/driveLog';
import { findProjectOfSheet, nextRevision } from '../../sync/syncRepository';
import { cleanTitle, haveSameLetters } from '../../titles';
import {
  busyWriting,
  changeSpreadsheet,
  listTabs,
  newTab,
  nextSheetId,
  removeTabs,
  updateDriveTab,
} from '../driveRepository';
import { requireSpreadsheet } from '../driveService';
import { noTab } from './gridTab';
import { type Grid, refusePaused, type SpreadsheetAddress, type TabAddress } from './openTab';

/** Changes the list of tabs while nothing else changes the spreadsheet; then syncs its project, if there is one. */
async function changeTabs<T>(
  { db, syncs }: Grid,
  { ownerId, spreadsheetId }: SpreadsheetAddress,
  work: (tabs: readonly DriveTabsTable[]) => Promise<T>,
): Promise<T> {
  const owner = { id: ownerId };
  await requireSpreadsheet(db, ownerId, spreadsheetId);
  refusePaused(await findProjectOfSheet(db, ownerId, spreadsheetId));
  const result = await syncs.exclusively(owner, spreadsheetId, async () => work(await listTabs(db, spreadsheetId)));
  const project = await findProjectOfSheet(db, ownerId, spreadsheetId);
  if (project !== undefined) await syncs.syncExisting(owner, spreadsheetId);
  return result;
}

const invalidTitle = (detail: string) => invalidUpdate({ field: 'title', detail });

/** Returns a cleaned title, which must not be another tab's, ignoring case. */
function freeTitle(title: string, others: readonly DriveTabsTable[]): string {
  const clean = cleanTitle(title);
  if (clean === '') throw invalidTitle('Give the sheet a name.');
  const isTaken = others.some((tab) => haveSameLetters(tab.title, clean));
  if (isTaken) throw invalidTitle(`There is another sheet called “${clean}”.`);
  return clean;
}

async function setPositions(trx: Db, spreadsheetId: string, order: readonly number[]) {
  for (const [position, sheetId] of order.entries()) await updateDriveTab(trx, spreadsheetId, sheetId, { position });
}

/** Returns what a new tab begins with: nothing, or the content of a removed tab, and its columns in the database. */
async function initialContent(
  { removed }: Grid,
  { id: spreadsheetId, next_sheet_id }: DriveSpreadsheetsTable,
  request: NewTab,
  tabs: readonly DriveTabsTable[],
) {
  const part =
    request.restore === undefined ? undefined : removed.take(request.restore, { kind: 'tab', spreadsheetId });
  const former = part?.tab?.stored;
  const isRestored = tabs.some(({ sheet_id }) => sheet_id === former?.sheet_id);
  const sheetId = former === undefined || isRestored ? next_sheet_id : former.sheet_id;
  const requestedTitle = request.title ?? former?.title;
  const title = requestedTitle === undefined ? newSheetTitle(tabs) : freeTitle(requestedTitle, tabs);
  const position = Math.min(request.position ?? former?.position ?? tabs.length, tabs.length);
  const sequence = former === undefined ? 0 : former.sequence + 1;
  const blankHead = { sheetId, title, hidden: false, merges: [], typed: true };
  return {
    raw: part?.packed ?? (await createPackedRaw().finish(blankHead)),
    log: part?.tab?.log ?? [],
    facts: { sheetId, title, position, hidden: former?.hidden === 1 },
    columns: {
      header_row: former?.header_row ?? null,
      published: former?.published ?? 1,
      shape: former?.shape ?? 0,
      sequence,
      raw_sequence: sequence,
      edited: 1,
    },
  };
}

/**
 * Adds a tab: a blank one, or one that was removed recently.
 *
 * @throws Refusal `invalid_update` if another tab has its title, `too_large` if there are too many, `gone`
 */
export const addTab = (
  grid: Grid,
  address: SpreadsheetAddress,
  request: NewTab,
): Promise<{ readonly sheetId: number }> =>
  changeTabs(grid, address, async (tabs) => {
    if (tabs.length >= limits.tabsPerWorkbook) {
      throw new Refusal('too_large', `A spreadsheet has ${limits.tabsPerWorkbook} sheets at most.`);
    }
    const { db, workers } = grid;
    const { ownerId, spreadsheetId } = address;
    const spreadsheet = await requireSpreadsheet(db, ownerId, spreadsheetId);
    const { facts, columns, raw, log } = await initialContent(grid, spreadsheet, request, tabs);
    const settings = { headerRow: columns.header_row };
    const folded = await workers.run('changeRaw', { raw, log: packLog(log), changes: [], settings, columns: [] });
    const order = tabs.map(({ sheet_id }) => sheet_id).toSpliced(facts.position, 0, facts.sheetId);
    await withBlobs(db, async (write) => {
      const blob = await write(folded.raw);
      const tab: DriveTabsTable = { ...newTab(spreadsheetId, facts, blob, folded.derived), ...columns };
      await db.transaction().execute(async (trx) => {
        await changeSpreadsheet(trx, spreadsheetId, { next_sheet_id: nextSheetId(spreadsheet.next_sheet_id, [tab]) });
        await trx.insertInto('drive_tabs').values(tab).execute();
        await setPositions(trx, spreadsheetId, order);
      });
    });
    return { sheetId: facts.sheetId };
  });

/** @throws Refusal `invalid_update` if another tab has the title, `not_found` */
export const renameTab = (grid: Grid, address: TabAddress, title: string): Promise<void> =>
  changeTabs(grid, address, async (tabs) => {
    const { spreadsheetId, sheetId } = address;
    const others = tabs.filter(({ sheet_id }) => sheet_id !== sheetId);
    if (others.length === tabs.length) throw noTab();
    await updateDriveTab(grid.db, spreadsheetId, sheetId, { title: freeTitle(title, others) });
  });

/** Removes the database rows of a tab, with its current log. @returns its blob and its log */
const detachTab = (db: Db, ownerId: string, tab: DriveTabsTable, order: readonly number[]) =>
  db.transaction().execute(async (trx) => {
    const { spreadsheet_id: spreadsheetId, sheet_id: sheetId, title } = tab;
    // Locks the project and the tab, so that other servers cannot write to them until the end of the transaction.
    const project = await findProjectOfSheet(trx, ownerId, spreadsheetId);
    if (project !== undefined && (await nextRevision(trx, project.id)) === undefined) throw busyWriting();
    await updateDriveTab(trx, spreadsheetId, sheetId, { title });
    const stored = await readStoredTab(trx, spreadsheetId, sheetId);
    if (stored === undefined) throw noTab();
    await removeTabs(trx, spreadsheetId, [sheetId]);
    await setPositions(trx, spreadsheetId, order);
    return stored;
  });

/**
 * Removes a tab; its endpoint responds with 410 from then on.
 *
 * @returns the id that restores it for a while
 * @throws Refusal `in_use` for the last tab, `not_found`, `busy`
 */
export const removeTab = (grid: Grid, { sheetId, ...address }: TabAddress): Promise<string> =>
  changeTabs(grid, address, async (tabs) => {
    const tab = tabs.find(({ sheet_id }) => sheet_id === sheetId);
    if (tab === undefined) throw noTab();
    if (tabs.length === 1) throw new Refusal('in_use', 'A spreadsheet needs one sheet at least.');
    const order = tabs.filter((other) => other !== tab).map(({ sheet_id }) => sheet_id);
    const { rawBlob, log, sequence } = await detachTab(grid.db, address.ownerId, tab, order);
    const packed = await readBlob(grid.db, rawBlob);
    const { spreadsheetId } = address;
    return grid.removed.store({ kind: 'tab', spreadsheetId, packed, tab: { stored: { ...tab, sequence }, log } });
  });
