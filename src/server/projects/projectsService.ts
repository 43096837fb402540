import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '../../contract/limits';
import { apiPaths, endpointPath } from '../../contract/paths';
import type { Project, ProjectsAnswer, ProjectTab, SheetPreview, Warning } from '../../contract/projects';
import type { ColumnType } from '../../contract/rows';
import { listTabsOf, owned } from '../auth/ownedProjects';
import type { ProjectsTable, ProjectTabsTable } from '../database/tables/projects';
import { grouped } from '../lists';
import { Refusal } from '../refusal';
import { planTabs } from '../sync/planTabs';
import { refuseEmpty } from '../sync/sources';
import { findProjectOfSheet } from '../sync/syncRepository';
import type { FetchedSpreadsheet, FetchedTab, Owner } from '../workbook/source';
import type { ProjectServices } from './updateProject';

/** Dependencies for viewing projects. */
type ViewContext = Pick<ProjectServices, 'db' | 'usage' | 'keyring'>;

/** Returns the API's view of a project with its current tabs. */
export const viewProject = async (context: ViewContext, project: ProjectsTable, origin: string): Promise<Project> =>
  (await viewBatch(context, [project], origin))[0]!;

async function viewBatch(
  { db, usage, keyring }: ViewContext,
  projects: readonly ProjectsTable[],
  origin: string,
): Promise<Project[]> {
  const ids = projects.map(({ id }) => id);
  const tabs = grouped(await listTabsOf(db, ids), (tab) => tab.project_id);
  const weeks = await usage.weeks(ids, Date.now());
  const called = await keyring.calledProjects(ids);
  return projects.map((project) => ({
    ...projectView(project, tabs.get(project.id) ?? [], origin, weeks.get(project.id)),
    ...(called.has(project.id) && { calledWithKey: true }),
  }));
}

/** Number of projects to view in one turn of the event loop. */
const VIEWS_PER_TURN = 50;

async function viewProjects(
  context: ViewContext,
  projects: readonly ProjectsTable[],
  origin: string,
): Promise<Project[]> {
  const views: Project[] = [];
  for (let at = 0; at < projects.length; at += VIEWS_PER_TURN) {
    views.push(...(await viewBatch(context, projects.slice(at, at + VIEWS_PER_TURN), origin)));
    await nextTurn();
  }
  return views;
}

const cursorOf = ({ created_at, id }: ProjectsTable) =>
  Buffer.from(JSON.stringify([created_at, id])).toString('base64url');

function parseCursor(cursor: string) {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, createdAt, id] = /^\["(\d{4}-[\d:.TZ-]+)","([0-9a-z]+)"\]$/.exec(text) ?? [];
  if (createdAt === undefined || id === undefined) {
    const detail = 'This is not the end of a page. Take the address in next as it is.';
    throw new Refusal('invalid_parameter', detail, { errors: [{ field: 'after', detail }] });
  }
  return { createdAt, id };
}

/**
 * Returns a page of a person's projects, newest first; `next` is the address of the next page.
 *
 * @throws Refusal `invalid_parameter` for an invalid cursor
 */
export async function listPage(
  context: ViewContext,
  ownerId: string,
  origin: string,
  cursor?: string,
): Promise<ProjectsAnswer> {
  const { projectsPerAnswer: max } = limits;
  let query = owned(context.db, ownerId).orderBy('created_at', 'desc').orderBy('id', 'desc');
  if (cursor !== undefined) {
    const { createdAt, id } = parseCursor(cursor);
    query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(createdAt, id)));
  }
  const found = await query.limit(max + 1).execute();
  const page = found.slice(0, max);
  const projects = await viewProjects(context, page, origin);
  const last = page.at(-1);
  if (last === undefined || found.length === page.length) return { projects };
  return { projects, next: `${origin}${apiPaths.projects}?after=${cursorOf(last)}` };
}

/** Returns the tabs that a new project would have. */
function previewsOf(spreadsheet: FetchedSpreadsheet): SheetPreview['tabs'] {
  const tabs = planTabs(spreadsheet, []).tabs.map(({ found, slug }) => ({ title: found.title, slug, found }));
  return tabs.map((tab) => {
    const { sheetId, title, rows, columns, hidden } = tab.found;
    const address = nameInAddress(tab, tabs);
    return { sheetId, title, rows, columns, ...(hidden && { hidden }), ...(address !== title && { address }) };
  });
}

/** Returns a sheet's warnings, with the sheet's title in their cells: `Countries!C7`. */
const warningsOf = ({ title, warnings }: FetchedTab): Warning[] =>
  warnings.map((warning) => (warning.cell === undefined ? warning : { ...warning, cell: `${title}!${warning.cell}` }));

/**
 * Reads a spreadsheet without storing anything (`POST api/projects/check`).
 *
 * @throws Refusal `source_…` with a sentence a person can act on
 */
export async function checkSheet(
  { db, sources }: Pick<ProjectServices, 'db' | 'sources'>,
  owner: Owner,
  sheetId: string,
  signal: AbortSignal,
): Promise<SheetPreview> {
  const spreadsheet = await sources.look(owner, sheetId, signal);
  refuseEmpty(spreadsheet);
  const project = await findProjectOfSheet(db, owner.id, sheetId);
  const { title, tabs, source, writable, readOnlyReason } = spreadsheet;
  return {
    title,
    tabs: previewsOf(spreadsheet),
    source,
    writable,
    readOnlyReason,
    warnings: tabs.flatMap(warningsOf),
    alreadyProject: project?.id,
  };
}

/** Escapes a title for an address: one that begins with `_` gets another `_`, because reserved names begin with one. */
const escapeTitle = (title: string) => (title.startsWith('_') ? `_${title}` : title);

/** Titles that browsers would resolve as path segments. */
const DOT_SEGMENTS = new Set(['.', '..']);

/** Returns whether a title needs no percent-encoding in an address. */
const isPlain = (title: string) => !DOT_SEGMENTS.has(title) && encodeURIComponent(title) === title;

/** Returns the name of a tab in its address: its title if that is plain and unique, else its slug. */
function nameInAddress<Tab extends Pick<ProjectTabsTable, 'title' | 'slug'>>(
  tab: Tab,
  siblings: readonly Tab[],
): string {
  const isFirst = siblings.find(({ title }) => title === tab.title) === tab;
  return isFirst && isPlain(tab.title) ? escapeTitle(tab.title) : tab.slug;
}

/** Returns the settings of a tab that are not the default. */
function settingsView({ hidden, header_row, key_column, column_types, repeat_merged }: ProjectTabsTable) {
  const columnTypes = JSON.parse(column_types) as Record<string, ColumnType>;
  return {
    ...(hidden === 1 && { hidden: true }),
    ...(header_row !== null && { headerRow: header_row }),
    ...(key_column !== null && { keyColumn: key_column }),
    ...(Object.keys(columnTypes).length > 0 && { columnTypes }),
    ...(repeat_merged === 1 && { repeatMerged: true }),
  };
}

const tabView = (tab: ProjectTabsTable, siblings: readonly ProjectTabsTable[], origin: string): ProjectTab => ({
  sheetId: tab.sheet_id,
  title: tab.title,
  slug: tab.slug,
  url: origin + endpointPath(tab.project_id, nameInAddress(tab, siblings)),
  rows: tab.rows,
  columns: (JSON.parse(tab.columns) as unknown[]).length,
  published: tab.published === 1,
  warnings: JSON.parse(tab.warnings) as Warning[],
  ...settingsView(tab),
});

/** Requests per day of a project without requests. */
const NO_REQUESTS: readonly number[] = [0, 0, 0, 0, 0, 0, 0];

/**
 * Returns the API's view of a project.
 *
 * @param tabs its current tabs, in the order of the sheet
 * @param week requests of the last seven days, today last
 */
export const projectView = (
  project: ProjectsTable,
  tabs: readonly ProjectTabsTable[],
  origin: string,
  week: readonly number[] = NO_REQUESTS,
): Project => ({
  id: project.id,
  sheetId: project.sheet_id,
  title: project.title,
  source: project.source,
  url: origin + endpointPath(project.id),
  writable: project.writable === 1,
  readOnlyReason: project.read_only_reason ?? undefined,
  access: project.access,
  status: project.paused === 1 ? 'paused' : project.status,
  statusReason: project.status_reason ?? undefined,
  tabs: tabs.map((tab) => tabView(tab, tabs, origin)),
  revision: project.revision,
  syncedAt: project.synced_at,
  refreshSeconds: project.refresh_seconds,
  ...(project.max_age_seconds !== null && { maxAgeSeconds: project.max_age_seconds }),
  requests: { week: [...week] },
  createdAt: project.created_at,
});
