import type { Plan } from '../../contract/plans';
import type { ProblemLine } from '../../contract/problems';
import type { ProjectUpdate } from '../../contract/projects';
import type { Column } from '../../contract/rows';
import type { Keyring } from '../access/keyring';
import { listTabsOf, noProject } from '../auth/ownedProjects';
import { readBlob, withBlobs, type WriteBlob } from '../database/blobs';
import type { Db } from '../database/schema';
import type { ProjectsTable, ProjectTabsTable } from '../database/tables/projects';
import { type NamedTab, namedTabs, blankHeaderRow } from '../drive/choices/chooseTabs';
import { NUL } from '../http/jsonText';
import { settingsColumns, settingsOf, type TabSettings } from '../normalise/derivedTab';
import type { Base } from '../parts';
import type { PlanLimits } from '../plans/planLimits';
import { tooFrequent } from '../plans/planRefusals';
import { busy, invalidUpdate, refuseInvalid } from '../refusal';
import { deriveAndStore, foreignOf, type StoredRows, type TabToDerive } from '../sync/deriveTabs';
import { rowsColumns, rowsWrittenSince } from '../sync/publishSync';
import { changeLinesOf, compareAndAddTombstones } from '../sync/rowChanges';
import type { Sources } from '../sync/sources';
import { madeBy, updateTab } from '../sync/syncRepository';
import { insertRun } from '../sync/syncRuns';
import type { Syncs } from '../sync/syncs';
import { startWithin } from '../timeLimits';
import { cleanTitle } from '../titles';
import type { Usage } from '../usage/usage';
import type { FetchedTab } from '../workbook/source';

type TabUpdate = NonNullable<ProjectUpdate['tabs']>[number];

/** Change of one tab. */
interface TabChange extends NamedTab<ProjectTabsTable, TabUpdate> {
  /** Settings of the tab after the change. */
  readonly settings: TabSettings;
}

/** Returns whether a tab's rows have to be derived again. */
const needsRows = ({ headerRow, keyColumn, columnTypes, repeatMerged }: TabUpdate): boolean =>
  [headerRow, keyColumn, columnTypes, repeatMerged].some((setting) => setting !== undefined);

/**
 * Finds the tabs of an update.
 *
 * @throws Refusal `invalid_update` for a tab the project does not have, or one named twice
 */
const tabChangesOf = (updates: readonly TabUpdate[], tabs: readonly ProjectTabsTable[]): TabChange[] =>
  namedTabs(updates, tabs, 'project').map((named) => {
    const before = settingsOf(named.tab);
    const {
      headerRow = before.headerRow,
      keyColumn = before.keyColumn,
      columnTypes = before.columnTypes,
      repeatMerged = before.repeatMerged,
    } = named.update;
    return { ...named, settings: { headerRow, keyColumn, columnTypes, repeatMerged } };
  });

function noColumn({ tab }: TabChange, { columns }: StoredRows, field: string, key: string): ProblemLine {
  const names = columns.slice(0, 20).map((column) => `“${column.key}”`);
  return { field, detail: `The sheet “${tab.title}” has no column “${key}”. Its columns are ${names.join(', ')}.` };
}

function keyProblems({ tab, field }: TabChange, { warnings }: StoredRows): ProblemLine[] {
  return warnings
    .filter(({ code }) => code === 'duplicate_key' || code === 'blank_key')
    .map(({ cell, detail }) => ({ field: `${field}.keyColumn`, cell: cell && `${tab.title}!${cell}`, detail }));
}

/** Returns the problems of a change, given the rows derived with it. */
function problemsOf(change: TabChange, newRows: StoredRows): ProblemLine[] {
  const { update, field } = change;
  const keys = new Set(newRows.columns.map(({ key }) => key));
  if (typeof update.headerRow === 'number' && keys.size === 0) return [blankHeaderRow(update.headerRow, change)];
  const unknownTypes = Object.keys(update.columnTypes ?? {}).filter((key) => !keys.has(key));
  const problems = unknownTypes.map((key) => noColumn(change, newRows, `${field}.columnTypes.${key}`, key));
  const { keyColumn } = update;
  if (typeof keyColumn !== 'string') return problems;
  if (!keys.has(keyColumn)) return [...problems, noColumn(change, newRows, `${field}.keyColumn`, keyColumn)];
  if (keyColumn.includes(NUL)) {
    const detail = 'The name of this column holds a character that cannot be kept. Rename it in the spreadsheet first.';
    return [...problems, { field: `${field}.keyColumn`, detail }];
  }
  return [...problems, ...keyProblems(change, newRows)];
}

/** Dependencies for creating and changing projects. */
export interface ProjectServices extends Pick<Base, 'settings' | 'db' | 'workers' | 'events' | 'report'> {
  readonly sources: Sources;
  readonly syncs: Syncs;
  readonly planLimits: PlanLimits;
  readonly keyring: Keyring;
  readonly usage: Usage;
}

/** Change of a tab, and its new rows if they had to be derived again. */
interface PreparedTab {
  readonly change: TabChange;
  readonly newRows?: StoredRows;
}

/** Returns the columns of a project that an update changes. @throws Refusal `invalid_update` for a blank title */
function projectChangeOf({ title, access, refreshSeconds, maxAgeSeconds, paused }: ProjectUpdate) {
  const clean = title === undefined ? undefined : cleanTitle(title);
  if (clean === '') throw invalidUpdate({ field: 'title', detail: 'Give the project a name.' });
  return {
    ...(clean !== undefined && { title: clean }),
    ...(access !== undefined && { access }),
    ...(refreshSeconds !== undefined && { refresh_seconds: refreshSeconds }),
    ...(maxAgeSeconds !== undefined && { max_age_seconds: maxAgeSeconds }),
    ...(paused !== undefined && { paused: Number(paused) }),
  };
}

/** @throws Refusal `plan_limit` if the refresh interval is shorter than the plan allows */
async function refuseFrequent({ refreshSeconds }: ProjectUpdate, planOf: () => Promise<Plan | undefined>) {
  if (refreshSeconds === undefined) return;
  const plan = await planOf();
  if (plan !== undefined && refreshSeconds < plan.shortestRefresh) throw tooFrequent(plan, refreshSeconds);
}

/** Returns the function that reads the raw tab of a change: the one stored here, or else from its source. */
function rawOf(db: Db, tabs: readonly FetchedTab[], { tab, field }: TabChange) {
  const foreign = foreignOf(tab);
  if (foreign !== undefined) return async () => ({ packed: () => readBlob(db, foreign.blob), foreign });
  const found = tabs.find(({ sheetId, title }) => sheetId === tab.sheet_id && title === tab.title);
  if (found !== undefined) return () => found.raw();
  const detail = `The sheet “${tab.title}” is not in the spreadsheet any more. Sync the project first.`;
  throw invalidUpdate({ field, detail });
}

/** Reads the tabs of a project's source, if the raw tab of a change is not stored here. */
async function sourceTabsOf({ sources }: ProjectServices, project: ProjectsTable, changes: readonly TabChange[]) {
  if (changes.every(({ tab, update }) => !needsRows(update) || foreignOf(tab) !== undefined)) return [];
  const signal = new AbortController().signal;
  return (await sources.read({ id: project.owner_id }, project.sheet_id, signal)).tabs;
}

/** Returns the tab of a change, to derive its rows again. */
function toDerive(db: Db, tabs: readonly FetchedTab[], change: TabChange): TabToDerive {
  const { tab, update, settings } = change;
  // Other settings may result in other columns.
  const hasSameColumns = !needsRows({ ...update, keyColumn: undefined });
  const known = hasSameColumns ? (JSON.parse(tab.columns) as Column[]) : undefined;
  return { raw: rawOf(db, tabs, change), settings, known, snapshot: tab.snapshot_blob };
}

async function prepare(context: ProjectServices, project: ProjectsTable, changes: TabChange[], write: WriteBlob) {
  const { db, workers } = context;
  const tabs = await sourceTabsOf(context, project, changes);
  const prepared: PreparedTab[] = [];
  for (const change of changes) {
    if (!needsRows(change.update)) prepared.push({ change });
    else {
      const newRows = await deriveAndStore({ db, workers, write }, toDerive(db, tabs, change));
      prepared.push({ change, newRows });
    }
  }
  refuseInvalid(prepared.flatMap(({ change, newRows }) => (newRows === undefined ? [] : problemsOf(change, newRows))));
  return prepared;
}

function tabColumnsOf(
  { change, newRows }: PreparedTab,
  { owner_id, revision }: ProjectsTable,
  written: number,
): Partial<ProjectTabsTable> {
  const { published } = change.update;
  const own = published === undefined ? {} : { published: Number(published) };
  if (newRows === undefined) return own;
  return {
    ...own,
    ...settingsColumns(change.settings),
    ...rowsColumns(newRows, written),
    ...(newRows.changed && madeBy({ actor: `person:${owner_id}`, reason: 'settings' }, revision)),
  };
}

/** Publishes an update in its transaction. @returns the project */
async function publish(
  trx: Db,
  project: ProjectsTable,
  change: ReturnType<typeof projectChangeOf>,
  prepared: readonly PreparedTab[],
) {
  const changesRevision = change.title !== undefined || prepared.length > 0;
  const updated = await trx
    .updateTable('projects')
    .set((eb) => ({ ...change, revision: eb('revision', '+', Number(changesRevision)) }))
    .where('id', '=', project.id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (updated === undefined) throw noProject();
  for (const preparedTab of prepared) {
    const { tab } = preparedTab.change;
    const { newRows } = preparedTab;
    const written = newRows ? await rowsWrittenSince(trx, project.sheet_id, tab.sheet_id, newRows) : 0;
    const columns = tabColumnsOf(preparedTab, updated, written);
    if (Object.keys(columns).length > 0) await updateTab(trx, tab.id, columns);
  }
  return updated;
}

async function apply(context: ProjectServices, project: ProjectsTable, update: ProjectUpdate): Promise<ProjectsTable> {
  const { db, events, planLimits } = context;
  const startedAt = new Date();
  const change = projectChangeOf(update);
  await refuseFrequent(update, () => planLimits.of(project.owner_id));
  const tabs = update.tabs === undefined ? [] : await listTabsOf(db, [project.id]);
  const changes = tabChangesOf(update.tabs ?? [], tabs);
  return withBlobs(db, async (write) => {
    const prepared = await prepare(context, project, changes, write);
    const comparisons = prepared.map(({ change: { tab }, newRows }) => ({
      found: { sheetId: tab.sheet_id, title: tab.title },
      known: tab,
      newRows,
    }));
    const compared = await compareAndAddTombstones(context, comparisons);
    const updated = await db.transaction().execute(async (trx) => {
      // Again, for a plan that was changed meanwhile. Before the project is locked, as by a person who chooses another plan.
      await refuseFrequent(update, () => planLimits.ofLocked(trx, project.owner_id));
      return publish(trx, project, change, prepared);
    });
    events.projectChanged.emit(project.id);
    if (prepared.some(({ newRows }) => newRows !== undefined)) {
      const lines = changeLinesOf(compared);
      await insertRun(db, updated, { startedAt, startedBy: 'settings', changes: lines }).catch(context.report);
    }
    return updated;
  });
}

/** Maximum milliseconds to wait for a running sync, so that the response arrives before the browser's timeout. */
const MAX_SYNC_WAIT_MS = 6_000;

const sourceIsBusy = () =>
  busy('This spreadsheet is being read just now. Nothing was changed. Try again in a moment.', 3);

/**
 * Changes the settings of a project (`PUT api/projects/{id}/update`), all or nothing. Changed settings of a tab derive its rows
 * again, while no sync of the same spreadsheet runs.
 *
 * @throws Refusal `busy` while its source is slow, `plan_limit` for a refresh interval shorter than the plan allows,
 * `invalid_update` with each invalid field, `not_found` if the project was deleted meanwhile
 */
export async function updateProject(
  context: ProjectServices,
  project: ProjectsTable,
  update: ProjectUpdate,
): Promise<ProjectsTable> {
  const work = () => apply(context, project, update);
  const owner = { id: project.owner_id };
  const derives = update.tabs?.some(needsRows) ?? false;
  if (!derives) return work();
  return startWithin(MAX_SYNC_WAIT_MS, sourceIsBusy, (begun) =>
    context.syncs.exclusively(owner, project.sheet_id, async () => {
      begun();
      return work();
    }),
  );
}
