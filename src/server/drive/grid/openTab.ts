import type { GridTabFacts } from '../../../contract/driveGrid';
import type { Column } from '../../../contract/rows';
import type { KeyedMutex } from '../../database/locks';
import type { Db } from '../../database/schema';
import type { DriveTabsTable } from '../../database/tables/drive';
import type { ProjectsTable, ProjectTabsTable } from '../../database/tables/projects';
import { NO_HEADER } from '../../normalise/headers';
import { rowOfAddress } from '../../rawTab/cellAddress';
import { Refusal } from '../../refusal';
import { findProjectOfSheet } from '../../sync/syncRepository';
import { findDriveTab, findEndpointOf, requestsSince } from '../driveRepository';
import { requireSpreadsheet } from '../driveService';
import type { DriveServices } from '../driveServices';
import { type GridTab, noTab } from './gridTab';
import type { RemovedParts } from './removedParts';

/** Dependencies of the grid, created once per server. */
export interface Grid extends DriveServices {
  readonly removed: RemovedParts;
  /** Runs edits of one tab one after the other. */
  readonly editMutex: KeyedMutex;
}

/** Spreadsheet, and the person who requests it. */
export interface SpreadsheetAddress {
  readonly ownerId: string;
  readonly spreadsheetId: string;
}

export interface TabAddress extends SpreadsheetAddress {
  readonly sheetId: number;
}

/** Tab at one moment, with its project and its endpoint. */
export interface OpenTab {
  readonly address: TabAddress;
  /** Its database row, at the same blob and log entry as `tab`. */
  readonly stored: DriveTabsTable;
  readonly tab: GridTab;
  readonly project: ProjectsTable | undefined;
  readonly endpoint: ProjectTabsTable | undefined;
  /** 1-based; null if no row is the header row, or 0 if that was chosen. */
  readonly headerRow: number | null;
}

/** Returns the row of the endpoint's columns, or else the chosen or detected header row. */
function headerRowOf(tab: GridTab, stored: DriveTabsTable, endpoint: ProjectTabsTable | undefined): number | null {
  const [first] = endpoint === undefined ? [] : (JSON.parse(endpoint.columns) as Column[]);
  if (first !== undefined) return rowOfAddress(first.cell);
  return (endpoint ?? stored).header_row ?? tab.blocks.headerRow;
}

/**
 * Opens a person's tab.
 *
 * @throws Refusal `not_found`, also if it is another person's
 */
export async function openTab({ db, gridTabs }: Grid, address: TabAddress): Promise<OpenTab> {
  const { ownerId, spreadsheetId, sheetId } = address;
  await requireSpreadsheet(db, ownerId, spreadsheetId);
  const { tab, stored: at } = await gridTabs.open(spreadsheetId, sheetId);
  const project = await findProjectOfSheet(db, ownerId, spreadsheetId);
  const endpoint = project && (await findEndpointOf(db, project.id, sheetId));
  // Read last: if it is newer than the tab, a change planned with it throws ChangedMeanwhile.
  const found = await findDriveTab(db, spreadsheetId, sheetId);
  if (found === undefined) throw noTab();
  const stored = { ...found, raw_blob: at.raw_blob, sequence: tab.sequence, raw_sequence: at.raw_sequence };
  return { address, stored, tab, project, endpoint, headerRow: headerRowOf(tab, stored, endpoint) };
}

/** @throws Refusal `project_paused` */
export function refusePaused(project: ProjectsTable | undefined): void {
  if (project?.paused !== 1) return;
  throw new Refusal('project_paused', `The project “${project.title}” is paused, so its sheet takes no changes.`, {
    hint: 'Resume it on its page, under Settings.',
  });
}

/** Returns the API's view of a tab. */
export async function factsOf(db: Db, open: OpenTab): Promise<GridTabFacts> {
  const { address, stored, tab, endpoint, headerRow } = open;
  const today = new Date().toISOString().slice(0, 10);
  return {
    sheetId: address.sheetId,
    title: stored.title,
    revision: tab.sequence,
    shape: stored.shape,
    lastRow: tab.lastRow,
    columns: tab.columns,
    headerRow: headerRow === NO_HEADER ? null : headerRow,
    callsToday: endpoint === undefined ? 0 : await requestsSince(db, endpoint.id, today),
  };
}
