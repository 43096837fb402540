import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { GridTabFacts } from '../../../contract/driveGrid';
import type { Column } from '../../../contract/rows';
import type { Database } from '../../database/schema';
import type { DriveTabsTable } from '../../database/tables/drive';
import type { ProjectsTable, ProjectTabsTable } from '../../database/tables/projects';
import { type Reading, readingOf } from '../../endpoints/reading';
import type { Parts } from '../../parts';
import { type Records, recordsOf } from '../../records/records';
import { createLines, type InLine } from '../../sync/lines';
import { rowOfAddress } from '../../workbook/cellAddress';
import type { Workers } from '../../workers/workers';
import { requireSpreadsheet } from '../driveService';
import { callsSince, findDriveTab, findEndpointOf, findProjectOf } from './gridRepository';
import type { GridTab } from './gridTab';
import { type GridTabs, gridTabsOf, noTab } from './gridTabs';
import { Pieces } from './pieces';

/** What the grid works with, opened once for a server. */
export interface Grid {
  readonly db: Kysely<Database>;
  readonly workers: Workers;
  readonly reading: Reading;
  readonly records: Records;
  readonly tabs: GridTabs;
  /** What was removed and can be brought back. */
  readonly pieces: Pieces;
  /** Lets edits of one tab come one after the other. */
  readonly inLine: InLine;
}

export function createGrid({ db, workers }: Parts, log: FastifyBaseLogger): Grid {
  const reading = readingOf({ db });
  const records = recordsOf({ db, workers, tabs: reading.tabs, log });
  return { db, workers, reading, records, tabs: gridTabsOf(db), pieces: new Pieces(), inLine: createLines() };
}

/** Which tab, of whom. */
export interface TabAddress {
  readonly ownerId: string;
  readonly spreadsheetId: string;
  readonly sheetId: number;
}

/** A tab that is looked at or changed, with the endpoint that it is. */
export interface OpenTab {
  readonly address: TabAddress;
  /** Its row, at the blob and the entry of the log that `tab` stands at. */
  readonly stored: DriveTabsTable;
  readonly tab: GridTab;
  readonly project: ProjectsTable | undefined;
  readonly endpoint: ProjectTabsTable | undefined;
  /** 1-based; null when no row looks like a header row. */
  readonly headerRow: number | null;
}

/** The row that the endpoint's columns stand in, or else the one that looks like it. */
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
export async function openTab({ db, tabs }: Grid, address: TabAddress): Promise<OpenTab> {
  const { ownerId, spreadsheetId, sheetId } = address;
  await requireSpreadsheet(db, ownerId, spreadsheetId);
  const { tab, stored: at } = await tabs.open(spreadsheetId, sheetId);
  const project = await findProjectOf(db, ownerId, spreadsheetId);
  const endpoint = project && (await findEndpointOf(db, project.id, sheetId));
  const found = await findDriveTab(db, spreadsheetId, sheetId);
  if (found === undefined) throw noTab();
  const stored = { ...found, raw_blob: at.raw_blob, sequence: tab.sequence, raw_sequence: at.raw_sequence };
  return { address, stored, tab, project, endpoint, headerRow: headerRowOf(tab, endpoint) };
}

/** A tab as it is answered. */
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
    callsToday: endpoint === undefined ? 0 : await callsSince(db, endpoint.id, today),
  };
}
