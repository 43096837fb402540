import type { Kysely } from 'kysely';
import type { GridTabFacts } from '../../../contract/driveGrid';
import type { Column } from '../../../contract/rows';
import type { ServerEvents } from '../../database/events';
import { createKeyedMutex, type KeyedMutex } from '../../database/locks';
import type { Database } from '../../database/schema';
import type { DriveTabsTable } from '../../database/tables/drive';
import type { ProjectsTable, ProjectTabsTable } from '../../database/tables/projects';
import type { Memory } from '../../store/memory/memory';
import type { SheetFacts } from '../../normalise/sheetFacts';
import type { Records } from '../../store/log/records';
import type { OpenedTab } from '../../store/log/waitingWrite';
import { Refusal } from '../../refusal';
import { findProjectOfSheet } from '../../sync/syncRepository';
import type { Syncs } from '../../sync/syncs';
import { rowOfAddress } from '../../rawTab/cellAddress';
import type { Workers } from '../../workers/workers';
import { findDriveTab, findEndpointOf, requestsSince } from '../driveRepository';
import { requireSpreadsheet } from '../driveService';
import type { GridTab } from './gridTab';
import { type GridTabs, noTab } from './gridTabs';
import { RemovedParts } from './removedParts';

/** How the grid writes rows of endpoints; the data API gives it. */
export interface EndpointRows {
  readonly records: Records;
  /** The budget of all caches of the server. */
  readonly memory: Memory;
  /** Opens an endpoint's rows for writing; undefined where it has no columns. */
  readonly open: (endpoint: ProjectTabsTable) => Promise<OpenedTab | undefined>;
  /** Whether a cell cannot be written, because of a formula or a merged range. */
  readonly isLocked: (sheet: SheetFacts, row: number, column: Column) => boolean;
}

/** What the grid works with, made once for a server. */
export interface Grid {
  readonly db: Kysely<Database>;
  readonly workers: Workers;
  readonly events: ServerEvents;
  readonly syncs: Syncs;
  readonly endpoints: EndpointRows;
  readonly tabs: GridTabs;
  readonly removed: RemovedParts;
  /** Runs edits of one tab one after the other. */
  readonly editMutex: KeyedMutex;
}

export const createGrid = (
  { db, workers, events, syncs, endpoints }: Pick<Grid, 'db' | 'workers' | 'events' | 'syncs' | 'endpoints'>,
  tabs: GridTabs,
): Grid => ({
  db,
  workers,
  events,
  syncs,
  endpoints,
  tabs,
  removed: new RemovedParts(),
  editMutex: createKeyedMutex(),
});

/** A spreadsheet, and the person who asks for it. */
export interface SpreadsheetAddress {
  readonly ownerId: string;
  readonly spreadsheetId: string;
}

export interface TabAddress extends SpreadsheetAddress {
  readonly sheetId: number;
}

/** A tab at one moment, with its project and its endpoint. */
export interface OpenTab {
  readonly address: TabAddress;
  /** Its row, at the blob and the entry of the log that `tab` is at. */
  readonly stored: DriveTabsTable;
  readonly tab: GridTab;
  readonly project: ProjectsTable | undefined;
  readonly endpoint: ProjectTabsTable | undefined;
  /** 1-based; null when no row looks like a header row. */
  readonly headerRow: number | null;
}

/** The row of the endpoint's columns, or else the one that looks like a header row. */
function headerRowOf(tab: GridTab, endpoint: ProjectTabsTable | undefined): number | null {
  const [first] = endpoint === undefined ? [] : (JSON.parse(endpoint.columns) as Column[]);
  const known = first === undefined ? 0 : rowOfAddress(first.cell);
  return known > 0 ? known : (endpoint?.header_row ?? tab.headerRow);
}

/**
 * Opens a person's tab.
 *
 * @throws Refusal `not_found`, also when it is another person's
 */
export async function openTab({ db, tabs }: Pick<Grid, 'db' | 'tabs'>, address: TabAddress): Promise<OpenTab> {
  const { ownerId, spreadsheetId, sheetId } = address;
  await requireSpreadsheet(db, ownerId, spreadsheetId);
  const { tab, stored: at } = await tabs.open(spreadsheetId, sheetId);
  const project = await findProjectOfSheet(db, ownerId, spreadsheetId);
  const endpoint = project && (await findEndpointOf(db, project.id, sheetId));
  // Read last: where it is newer than the tab, a change that is planned with it throws ChangedMeanwhile.
  const found = await findDriveTab(db, spreadsheetId, sheetId);
  if (found === undefined) throw noTab();
  const stored = { ...found, raw_blob: at.raw_blob, sequence: tab.sequence, raw_sequence: at.raw_sequence };
  return { address, stored, tab, project, endpoint, headerRow: headerRowOf(tab, endpoint) };
}

/** @throws Refusal `project_paused` */
export function refusePaused(project: ProjectsTable | undefined): void {
  if (project?.paused !== 1) return;
  throw new Refusal('project_paused', `The project “${project.title}” is paused, so its sheet takes no changes.`, {
    hint: 'Resume it on its page, under Settings.',
  });
}

/** A tab as the API answers it. */
export async function factsOf(db: Kysely<Database>, open: OpenTab): Promise<GridTabFacts> {
  const { address, stored, tab, endpoint, headerRow } = open;
  const today = new Date().toISOString().slice(0, 10);
  return {
    sheetId: address.sheetId,
    title: stored.title,
    revision: tab.sequence,
    lastRow: tab.lastRow,
    columns: tab.columns,
    headerRow,
    callsToday: endpoint === undefined ? 0 : await requestsSince(db, endpoint.id, today),
  };
}
