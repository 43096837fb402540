import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
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

/** Maximum bytes in memory for all removed parts. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Removed rows or columns, as a packed raw tab, or a removed tab. */
interface RemovedPart {
  readonly kind: 'rows' | 'columns' | 'tab';
  readonly spreadsheetId: string;
  /** Tab of removed rows or columns: others may read cells differently. Undefined for a removed tab. */
  readonly sheetId?: number;
  readonly packed: Buffer;
  /** Of a tab: its database row, and the texts of its log, which are not folded into `packed`. */
  readonly tab?: { readonly stored: DriveTabsTable; readonly log: readonly string[] };
}

const sizeOf = ({ packed, tab }: RemovedPart) =>
  packed.length + (tab?.log.reduce((sum, text) => sum + text.length, 0) ?? 0) + 500;

/** Cache of removed parts, so that undo can restore them. In memory only; the oldest parts are evicted first. */
export class RemovedParts {
  readonly #parts = new LRUCache<string, RemovedPart>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf });

  /** Stores a part. @returns the id that restores it */
  store(part: RemovedPart): string {
    const id = randomUUID();
    this.#parts.set(id, part);
    return id;
  }

  /** @throws Refusal `gone` if it was evicted, or is of another kind, spreadsheet or tab */
  take(
    id: string,
    { kind, spreadsheetId, sheetId }: Pick<RemovedPart, 'kind' | 'spreadsheetId' | 'sheetId'>,
  ): RemovedPart {
    const part = this.#parts.get(id);
    if (part?.kind === kind && part.spreadsheetId === spreadsheetId && part.sheetId === sheetId) return part;
    throw new Refusal('gone', 'What was removed cannot be brought back any more.');
  }
}
