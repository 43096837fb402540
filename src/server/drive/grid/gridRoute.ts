import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import {
  type GridChange,
  gridChangeSchema,
  type GridRow,
  type NewTab,
  newTabSchema,
  type StaleAnswer,
} from '../../../contract/driveGrid';
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
import { reshapeTab } from './changeAndDerive';
import { editCells } from './editCells';
import { noTab } from './gridTab';
import {
  factsOf,
  type Grid,
  type OpenTab,
  openTab,
  refusePaused,
  type SpreadsheetAddress,
  type TabAddress,
} from './openTab';

/** Changes the list of tabs while nothing else changes the spreadsheet; then syncs its project, if there is one. */
async function changeTabs<T>(
  { db, syncs }: Grid,
  { ownerId, spreadsheetId }: SpreadsheetAddress,
  work: (tabs: readonly DriveTabsTable[]) => Promise<T>,
): Promise<T> {
  const owner = { id: ownerId };
  await requireSpreadsheet(db, ownerId, spreadsheetId);
  refusePaused(await findProjectOfSheet(db, ownerId, spreadsheetId));
  const done = await syncs.exclusively(owner, spreadsheetId, async () => work(await listTabs(db, spreadsheetId)));
  if ((await findProjectOfSheet(db, ownerId, spreadsheetId)) !== undefined)
    await syncs.syncExisting(owner, spreadsheetId);
  return done;
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

/** Returns the initial content of a new tab: blank, or that of a removed tab. */
async function initialContent(
  { removed }: Grid,
  { id: spreadsheetId, next_sheet_id }: DriveSpreadsheetsTable,
  request: NewTab,
  tabs: readonly DriveTabsTable[],
) {
  const part =
    request.restore === undefined ? undefined : removed.take(request.restore, { kind: 'tab', spreadsheetId });
  const formerTab = part?.tab?.stored;
  const canReturn = tabs.every(({ sheet_id }) => sheet_id !== formerTab?.sheet_id);
  const sheetId = (canReturn ? formerTab?.sheet_id : undefined) ?? next_sheet_id;
  const name = request.title ?? formerTab?.title;
  const title = name === undefined ? newSheetTitle(tabs) : freeTitle(name, tabs);
  const position = Math.min(request.position ?? formerTab?.position ?? tabs.length, tabs.length);
  const head = { sheetId, title, hidden: false, merges: [], typed: true };
  const raw = part?.packed ?? (await createPackedRaw().finish(head));
  const { header_row = null, published = 1, hidden = 0, sequence: last = -1, shape = 0 } = formerTab ?? {};
  const sequence = last + 1;
  return {
    ...{ raw, log: part?.tab?.log ?? [] },
    state: { header_row, published, sequence, raw_sequence: sequence, shape },
    facts: { sheetId, title, position, hidden: hidden === 1 },
  };
}

/**
 * Adds a tab: a blank one, or one that was removed recently.
 *
 * @throws Refusal `invalid_update` if another tab has its title, `too_large` if there are too many, `gone`
 */
const addTab = (grid: Grid, address: SpreadsheetAddress, request: NewTab): Promise<{ readonly sheetId: number }> =>
  changeTabs(grid, address, async (tabs) => {
    if (tabs.length >= limits.tabsPerWorkbook) {
      throw new Refusal('too_large', `A spreadsheet has ${limits.tabsPerWorkbook} sheets at most.`);
    }
    const { db, workers } = grid;
    const { ownerId, spreadsheetId } = address;
    const spreadsheet = await requireSpreadsheet(db, ownerId, spreadsheetId);
    const content = await initialContent(grid, spreadsheet, request, tabs);
    const { facts, raw, log, state } = content;
    const change = { raw, log: packLog(log), changes: [], settings: { headerRow: state.header_row }, columns: [] };
    const { raw: blob, derived } = await workers.run('changeRaw', change);
    const order = tabs.map(({ sheet_id }) => sheet_id).toSpliced(facts.position, 0, facts.sheetId);
    await withBlobs(db, async (write) => {
      const tab: DriveTabsTable = {
        ...newTab(spreadsheetId, facts, await write(blob), derived),
        ...{ ...state, edited: 1 },
      };
      await db.transaction().execute(async (trx) => {
        await changeSpreadsheet(trx, spreadsheetId, { next_sheet_id: nextSheetId(spreadsheet.next_sheet_id, [tab]) });
        await trx.insertInto('drive_tabs').values(tab).execute();
        await setPositions(trx, spreadsheetId, order);
      });
    });
    return { sheetId: facts.sheetId };
  });

/** @throws Refusal `invalid_update` if another tab has the title, `not_found` */
const renameTab = (grid: Grid, address: TabAddress, title: string): Promise<void> =>
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
const removeTab = (grid: Grid, { sheetId, ...address }: TabAddress): Promise<string> =>
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

const TABS = '/api/drive/spreadsheets/:id/tabs';
const TAB = `${TABS}/:sheetId`;
const STALE = '/api/drive/spreadsheets/:id/stale';

/** Maximum bytes of an edit: many cells, each possibly with its text and its former one. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

const listParams = Type.Object({ id: Type.String() });
const params = Type.Object({ id: Type.String(), sheetId: Type.Integer({ minimum: 0 }) });
const querystring = Type.Object(
  {
    from: Type.Optional(Type.Integer({ minimum: 1 })),
    limit: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.gridRowsPerPage })),
  },
  { additionalProperties: false },
);

type TabRequest = Pick<FastifyRequest<{ Params: Static<typeof params> }>, 'person' | 'params'>;

const addressOf = ({ person, params: { id, sheetId } }: TabRequest): TabAddress => ({
  ...{ ownerId: person.id, spreadsheetId: id, sheetId },
});

async function change(grid: Grid, address: TabAddress, body: GridChange) {
  if ('edits' in body) return editCells(grid, address, body);
  if ('operation' in body) return reshapeTab(grid, address, body.revision, body.operation);
  await renameTab(grid, address, body.title);
  return { tab: await factsOf(grid.db, await openTab(grid, address)), cells: [] };
}

/** Returns a page of rows. @throws Refusal `too_large` if they are too long for a response */
function pageOf({ tab }: OpenTab, from: number, limit: number): GridRow[] {
  let bytes = 0;
  for (let row = from; row < from + limit; row += 1) bytes += tab.blocks.bytesOf(row);
  if (bytes <= limits.bytesPerResponse) return tab.rows(from, from + limit - 1);
  throw new Refusal('too_large', `These rows are larger than ${limits.bytesPerResponse / 1024 ** 2} MB.`, {
    hint: 'Ask for fewer rows at once.',
  });
}

/** Registers the routes of the grid: pages of raw rows, and changes of cells, rows, columns and tabs. */
export function registerGrid(app: FastifyInstance, grid: Grid): void {
  app.get(`${TAB}/rows`, { schema: { params, querystring } }, async (request, reply) => {
    const open = await openTab(grid, addressOf(request));
    const { from = 1, limit = 100 } = request.query;
    reply.header('Cache-Control', 'private, no-store');
    return { tab: await factsOf(grid.db, open), rows: pageOf(open, from, limit) };
  });

  app.get(STALE, { schema: { params: listParams } }, async (request, reply): Promise<StaleAnswer> => {
    const { id } = await requireSpreadsheet(grid.db, request.person.id, request.params.id);
    const cells = await grid.staleTabs.of(id);
    reply.header('Cache-Control', 'private, no-store');
    return { tabs: [...cells].map(([sheetId, runs]) => ({ sheetId, cells: runs })) };
  });

  app.patch(TAB, { schema: { params, body: gridChangeSchema }, bodyLimit: MAX_BODY_BYTES }, (request) =>
    change(grid, addressOf(request), request.body),
  );

  app.delete(TAB, { schema: { params } }, async (request) => ({
    removed: await removeTab(grid, addressOf(request)),
  }));

  app.post(TABS, { schema: { params: listParams, body: newTabSchema } }, async (request, reply) => {
    const spreadsheet = { ownerId: request.person.id, spreadsheetId: request.params.id };
    return reply.code(201).send(await addTab(grid, spreadsheet, request.body));
  });
}
