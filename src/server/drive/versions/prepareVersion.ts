import type { Kysely } from 'kysely';
import type { Column } from '../../../contract/rows';
import { readBlob } from '../../database/blobs';
import type { Database } from '../../database/schema';
import type { DriveSpreadsheetsTable, DriveTabsTable } from '../../database/tables/drive';
import type { ProjectsTable, ProjectTabsTable } from '../../database/tables/projects';
import { findProjectOfSheet } from '../../projects/projectsRepository';
import { readStoredTab } from '../../records/driveLog';
import { Refusal } from '../../refusal';
import { matchTabs } from '../../sync/matchTabs';
import { settingsOf } from '../../sync/planTabs';
import { listAllTabs } from '../../sync/syncRepository';
import { cleanTitle } from '../../titles';
import type { Workers } from '../../workers/workers';
import { listTabs } from '../driveRepository';
import { tabNumbersOf } from '../tabNumbers';
import type { MergedTab, TabToMerge } from './mergeTab';
import { Overtaken } from './overtaken';

/** What versions are made with. */
export interface VersionContext {
  readonly db: Kysely<Database>;
  readonly workers: Workers;
  readonly signal: AbortSignal;
}

/** A tab of the file that is to be the version. */
export interface FreshTab {
  readonly sheetId: number;
  /** As `file_number` of {@link DriveTabsTable}. */
  readonly fileNumber: number | null;
  readonly title: string;
  readonly hidden: boolean;
  readonly raw: Buffer;
}

/** The content of another version. */
export interface FreshContent {
  readonly kind: DriveSpreadsheetsTable['file_kind'];
  readonly tabs: readonly FreshTab[];
  /** Whether it is a former version: its tabs have their numbers of old, its rows their ids. */
  readonly isFormer: boolean;
  readonly keepAdded: boolean;
}

/** A tab of the version, worked out. */
export interface PreparedTab {
  readonly sheetId: number;
  readonly fileNumber: number | null;
  readonly title: string;
  readonly hidden: boolean;
  /** The tab whose place it takes, with the number of the last entry of its log. */
  readonly stored?: DriveTabsTable;
  readonly merged: MergedTab;
}

export interface PreparedVersion {
  /** Of the file, in its order. */
  readonly tabs: readonly PreparedTab[];
  /** Those that the version does not have, with their log made part of them where there is one. */
  readonly deleted: readonly { readonly stored: DriveTabsTable; readonly oldRaw?: Buffer }[];
  readonly project?: ProjectsTable;
  readonly known: readonly ProjectTabsTable[];
}

const paused = () =>
  new Refusal('project_paused', 'The project of this spreadsheet is paused. Resume it in Settings first.');

/** Packed raw tabs that one worker gets together. */
const BYTES_AT_ONCE = 16 * 1024 * 1024;

async function mergeAll({ workers, signal }: VersionContext, tabs: readonly TabToMerge[]): Promise<MergedTab[]> {
  const merged: MergedTab[] = [];
  let some: TabToMerge[] = [];
  const flush = async () => {
    if (some.length > 0) merged.push(...(await workers.run('mergeTabs', { tabs: some }, { signal })).tabs);
    some = [];
  };
  for (const tab of tabs) {
    some.push(tab);
    const bytes = some.reduce((sum, { fresh, old }) => sum + fresh.length + (old?.raw.length ?? 0), 0);
    if (bytes >= BYTES_AT_ONCE) await flush();
  }
  await flush();
  return merged;
}

/** Which tab of the drive each tab of the file is. */
function twinsOf(spreadsheet: DriveSpreadsheetsTable, stored: readonly DriveTabsTable[], content: FreshContent) {
  if (content.isFormer) {
    return new Map(content.tabs.map((tab) => [tab, stored.find(({ sheet_id }) => sheet_id === tab.sheetId)] as const));
  }
  const isSteady = spreadsheet.file_kind === 'xlsx' && content.kind === 'xlsx';
  // What is in no file has a number there that no sheet has.
  const numberOf = (tab: DriveTabsTable) => (isSteady ? (tab.file_number ?? -1) : tab.sheet_id);
  const known = stored.map((tab) => ({ tab, sheetId: numberOf(tab), title: tab.title, gone: false }));
  const matched = matchTabs(content.tabs, known, isSteady);
  return new Map(content.tabs.map((tab) => [tab, matched.get(tab)?.tab] as const));
}

/** A file of one table is called as its tab is, whatever the name of the file. */
const titleOf = ({ kind, isFormer }: FreshContent, fresh: FreshTab, twin: DriveTabsTable | undefined, place: number) =>
  kind === 'csv' && !isFormer && twin !== undefined ? twin.title : cleanTitle(fresh.title) || `Sheet ${place + 1}`;

async function storedRaw(db: Kysely<Database>, stored: DriveTabsTable, endpoint: ProjectTabsTable | undefined) {
  const now = await readStoredTab(db, stored.spreadsheet_id, stored.sheet_id);
  if (now?.rawBlob !== stored.raw_blob || now.sequence !== stored.sequence) throw new Overtaken();
  const known = endpoint !== undefined && stored.sequence > 0 ? (JSON.parse(endpoint.columns) as Column[]) : undefined;
  return { raw: await readBlob(db, stored.raw_blob), log: now.log, known };
}

/** Tabs that go keep what was written to them, in the version that they are part of. */
async function deletedTabs(context: VersionContext, tabs: readonly DriveTabsTable[]) {
  const deleted: { stored: DriveTabsTable; oldRaw?: Buffer }[] = [];
  for (const stored of tabs) {
    const { raw, log } = await storedRaw(context.db, stored, undefined);
    const { signal } = context;
    const input = { raw, log: log.map((text) => Buffer.from(text)) };
    const folded = log.length === 0 ? undefined : await context.workers.run('foldLog', input, { signal });
    deleted.push({ stored, ...(folded && { oldRaw: folded.raw }) });
  }
  return deleted;
}

/**
 * Works out what a spreadsheet becomes by other content: which tabs and rows are recognised, and what changes. Nothing is
 * stored.
 *
 * @throws Refusal `project_paused`; Overtaken when the spreadsheet changes meanwhile
 */
export async function prepareVersion(
  context: VersionContext,
  spreadsheet: DriveSpreadsheetsTable,
  content: FreshContent,
): Promise<PreparedVersion> {
  const { db } = context;
  const project = await findProjectOfSheet(db, spreadsheet.owner_id, spreadsheet.id);
  if (project?.paused === 1) throw paused();
  const stored = await listTabs(db, spreadsheet.id);
  const known = project === undefined ? [] : await listAllTabs(db, project);
  const endpointOf = (sheetId: number) => known.find((tab) => tab.sheet_id === sheetId && tab.gone_at === null);
  const twins = twinsOf(spreadsheet, stored, content);
  const numbers = await tabNumbersOf(db, spreadsheet.id, stored);
  const toMerge: TabToMerge[] = [];
  for (const [place, fresh] of content.tabs.entries()) {
    const twin = twins.get(fresh);
    const endpoint = twin && endpointOf(twin.sheet_id);
    toMerge.push({
      old: twin && (await storedRaw(db, twin, endpoint)),
      fresh: fresh.raw,
      sheetId: twin?.sheet_id ?? (content.isFormer ? fresh.sheetId : numbers.next()),
      title: titleOf(content, fresh, twin, place),
      settings: endpoint === undefined ? {} : settingsOf(endpoint),
      ownIds: content.isFormer,
      keepAdded: content.keepAdded,
    });
  }
  const merged = await mergeAll(context, toMerge);
  const tabs = content.tabs.flatMap((fresh, place) => {
    const [made, wanted] = [merged[place], toMerge[place]];
    if (made === undefined || wanted === undefined) return [];
    const { sheetId, title } = wanted;
    const { fileNumber, hidden } = fresh;
    return { sheetId, fileNumber, title, hidden, stored: twins.get(fresh), merged: made } satisfies PreparedTab;
  });
  const gone = stored.filter((tab) => ![...twins.values()].includes(tab));
  return { tabs, deleted: await deletedTabs(context, gone), project, known };
}
