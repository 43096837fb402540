import type { Column } from '../../../contract/rows';
import type { SheetDifference, TabDifference, VersionDifference } from '../../../contract/versions';
import type { DriveSpreadsheetsTable, DriveTabsTable } from '../../database/tables/drive';
import type { ProjectsTable, ProjectTabsTable } from '../../database/tables/projects';
import { settingsOf } from '../../normalise/derivedTab';
import { Refusal } from '../../refusal';
import { findProjectOfSheet, listAllTabs } from '../../sync/syncRepository';
import { listTabs, readTabAt } from '../driveRepository';
import type { RequestContext } from '../driveServices';
import {
  headerHash,
  possibleRenamings,
  refuseRepeatedTitles,
  type Renamed,
  type Renaming,
  statedRenamings,
} from './matchSheets';
import type { InspectedTab, MergedTab } from './mergeTab';

/** Tab of the content of a version. */
export interface FreshTab {
  /** Id in the drive, if the version is a former one. */
  readonly sheetId?: number;
  /** Stored title (`cleanTitle`). */
  readonly title: string;
  readonly hidden: boolean;
  readonly raw: Buffer;
  /** Whether its content differs from the file. */
  readonly edited: boolean;
}

/** Content of another version: a file, or a former version. */
export interface FreshContent {
  readonly tabs: readonly FreshTab[];
  /** Whether it is a former version: its tabs have ids of the drive, and its rows their former ids. */
  readonly isFormer: boolean;
  /** Whether rows that were added through the API are kept where possible. */
  readonly keepAdded: boolean;
  /** Sheets that a person says were renamed. */
  readonly renamed: Renamed;
}

/** Tab of the version. */
export interface PreparedTab extends Pick<FreshTab, 'title' | 'hidden' | 'edited'> {
  readonly sheetId: number;
  /** Tab that it replaces. */
  readonly stored: DriveTabsTable | undefined;
  readonly merged: MergedTab;
}

/** Tab that is missing in the version. */
interface DeletedTab extends InspectedTab {
  readonly title: string;
  readonly stored: DriveTabsTable;
}

export interface PreparedVersion {
  /** In the order of the content. */
  readonly tabs: readonly PreparedTab[];
  readonly deleted: readonly DeletedTab[];
  /** Deleted tabs that may have been renamed, with the result in that case; empty unless requested. */
  readonly renamings: readonly Renaming<DeletedTab, PreparedTab>[];
  readonly project: ProjectsTable | undefined;
  /** All endpoints that the project has or had. */
  readonly endpoints: readonly ProjectTabsTable[];
}

/**
 * Maximum number of different header rows with which added tabs are read; a person can choose another one for each of 200 tabs.
 * Deleted tabs with further ones are taken for no other tab.
 */
const MAX_HEADER_ROWS = 5;

/** Prepares the tabs of a version, each in a worker. */
class TabPreparation {
  constructor(
    private readonly context: RequestContext,
    private readonly content: FreshContent,
    private readonly endpoints: readonly ProjectTabsTable[],
    private readonly newSheetId: () => number,
  ) {}

  /** Merges a tab of the content into the stored tab that it replaces. */
  async merge(fresh: FreshTab, stored: DriveTabsTable | undefined): Promise<PreparedTab> {
    const { workers, signal } = this.context;
    const { isFormer: ownIds, keepAdded } = this.content;
    const { title, hidden, raw } = fresh;
    const sheetId = stored?.sheet_id ?? fresh.sheetId ?? this.newSheetId();
    const old = stored && (await this.#stored(stored));
    const tab = { old, fresh: raw, sheetId, title, ownIds, keepAdded };
    const merged = await workers.run('mergeTab', tab, { signal });
    const edited = fresh.edited || merged.apiRows.kept > 0;
    return { sheetId, title, hidden, edited, stored, merged };
  }

  async inspect(stored: DriveTabsTable): Promise<DeletedTab> {
    const { workers, signal } = this.context;
    const inspected = await workers.run('inspectTab', await this.#stored(stored), { signal });
    return { ...inspected, stored, title: stored.title };
  }

  /** Compares headers of deleted and added tabs, reading each added one with the header row of the deleted one's endpoint. */
  async headerComparison(deleted: readonly DeletedTab[], added: readonly FreshTab[]) {
    const { workers, signal } = this.context;
    const headerRowOf = ({ stored }: DeletedTab) => (this.#endpointOf(stored) ?? stored).header_row;
    const hashes = new Map<number | null, Map<FreshTab, string | undefined>>();
    for (const headerRow of [...new Set(deleted.map(headerRowOf))].slice(0, MAX_HEADER_ROWS)) {
      const hashesOfRow = new Map<FreshTab, string | undefined>();
      hashes.set(headerRow, hashesOfRow);
      for (const tab of added) {
        const toInspect = { raw: tab.raw, log: [], settings: { headerRow } };
        hashesOfRow.set(tab, headerHash((await workers.run('inspectTab', toInspect, { signal })).columns));
      }
    }
    const hashesBefore = new Map(deleted.map((tab) => [tab, headerHash(tab.columns)]));
    return (tab: DeletedTab, fresh: FreshTab) => {
      const before = hashesBefore.get(tab);
      return before !== undefined && before === hashes.get(headerRowOf(tab))?.get(fresh);
    };
  }

  #endpointOf({ sheet_id }: DriveTabsTable) {
    return this.endpoints.find((tab) => tab.sheet_id === sheet_id && tab.gone_at === null);
  }

  async #stored(stored: DriveTabsTable) {
    const endpoint = this.#endpointOf(stored);
    const isWritten = endpoint !== undefined && stored.sequence > 0;
    const known = isWritten ? (JSON.parse(endpoint.columns) as Column[]) : undefined;
    const settings = endpoint === undefined ? { headerRow: stored.header_row } : settingsOf(endpoint);
    return { ...(await readTabAt(this.context.db, stored)), settings: { ...settings, known } };
  }
}

/** Matches tabs of the content with stored tabs, without a person's answer. */
function matchTabs({ tabs, isFormer }: FreshContent, stored: readonly DriveTabsTable[]): Map<FreshTab, DriveTabsTable> {
  if (!isFormer) refuseRepeatedTitles(tabs, stored);
  const matches = new Map<FreshTab, DriveTabsTable>();
  for (const tab of tabs) {
    const isMatch = ({ sheet_id, title }: DriveTabsTable) =>
      isFormer ? sheet_id === tab.sheetId : title === tab.title;
    const match = stored.find(isMatch);
    if (match !== undefined) matches.set(tab, match);
  }
  return matches;
}

/**
 * Computes what a spreadsheet becomes with other content: matched tabs and rows, and changes. Nothing is stored.
 *
 * @param findsRenamings whether to find tabs that a person may have renamed
 * @throws Refusal `project_paused`, and as `matchSheets`; ChangedMeanwhile if the spreadsheet changes
 */
export async function prepareVersion(
  context: RequestContext,
  spreadsheet: DriveSpreadsheetsTable,
  content: FreshContent,
  findsRenamings = false,
): Promise<PreparedVersion> {
  const { db } = context;
  const project = await findProjectOfSheet(db, spreadsheet.owner_id, spreadsheet.id);
  if (project?.paused === 1) {
    throw new Refusal('project_paused', 'The project of this spreadsheet is paused. Resume it in Settings first.');
  }
  const stored = await listTabs(db, spreadsheet.id);
  const endpoints = project === undefined ? [] : await listAllTabs(db, project);
  let nextId = spreadsheet.next_sheet_id;
  const preparation = new TabPreparation(context, content, endpoints, () => nextId++);

  const matches = matchTabs(content, stored);
  const matched = new Set(matches.values());
  const missing: DeletedTab[] = [];
  for (const tab of stored) if (!matched.has(tab)) missing.push(await preparation.inspect(tab));
  const added = content.tabs.filter((tab) => !matches.has(tab));
  const isSame = await preparation.headerComparison(missing, added);
  const stated = statedRenamings({ missing, added, isSame }, content.renamed);
  for (const { fresh, stored: renamed } of stated) matches.set(fresh, renamed.stored);
  const deleted = missing.filter((tab) => !stated.some((renaming) => renaming.stored === tab));
  const unmatched = { missing: deleted, added: added.filter((tab) => !matches.has(tab)), isSame };

  const tabs: PreparedTab[] = [];
  for (const fresh of content.tabs) tabs.push(await preparation.merge(fresh, matches.get(fresh)));
  const possible = findsRenamings ? possibleRenamings(unmatched) : [];
  const renamings: Renaming<DeletedTab, PreparedTab>[] = [];
  for (const { fresh, stored: deletedTab } of possible) {
    renamings.push({ stored: deletedTab, fresh: await preparation.merge(fresh, deletedTab.stored) });
  }
  return { tabs, deleted, renamings, project, endpoints };
}

function columnChanges({ columnsBefore, derived: { columns } }: MergedTab) {
  const typesBefore = new Map(columnsBefore.map(({ key, type }) => [key, type]));
  const after = new Set(columns.map(({ key }) => key));
  return {
    columnsAdded: [...after].filter((key) => !typesBefore.has(key)),
    columnsDeleted: [...typesBefore.keys()].filter((key) => !after.has(key)),
    columnsRetyped: columns.filter(({ key, type }) => (typesBefore.get(key) ?? type) !== type).map(({ key }) => key),
  };
}

const noColumns = { columnsAdded: [], columnsDeleted: [], columnsRetyped: [] };

function tabDifference({ title, stored, merged }: PreparedTab): TabDifference {
  const { added, changed, deleted, apiRows } = merged;
  const rows = { added, changed, deleted, apiRowsKept: apiRows.kept, apiRowsDropped: apiRows.dropped };
  if (stored === undefined) return { title, kind: 'added', ...rows, ...noColumns };
  const columns = columnChanges(merged);
  const isRenamed = stored.title !== title;
  const hasSameRows = Object.values(rows).every((count) => count === 0);
  const hasSameColumns = Object.values(columns).every((keys) => keys.length === 0);
  const kind = !isRenamed && hasSameRows && hasSameColumns ? 'kept' : 'changed';
  return { title, ...(isRenamed && { formerTitle: stored.title }), kind, ...rows, ...columns };
}

function deletedDifference(tab: DeletedTab, renamings: PreparedVersion['renamings']): SheetDifference {
  const { title, rows, apiRows } = tab;
  const counts = { added: 0, changed: 0, deleted: rows, apiRowsKept: 0, apiRowsDropped: apiRows };
  const renaming = renamings.find(({ stored }) => stored === tab);
  if (renaming === undefined) return { title, kind: 'deleted', ...counts, ...noColumns };
  return { title, kind: 'renamed?', ...counts, ...noColumns, ifRenamed: tabDifference(renaming.fresh) };
}

/** Returns the changes of a version, tab by tab: those of the content in its order, then the deleted ones. */
export const differenceOf = ({ tabs, deleted, renamings }: PreparedVersion): VersionDifference => ({
  tabs: [...tabs.map(tabDifference), ...deleted.map((tab) => deletedDifference(tab, renamings))],
});
