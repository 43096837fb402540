import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { limits } from '../../contract/limits';
import { apiPaths } from '../../contract/paths';
import type { Project, ProjectsAnswer, SheetPreview, Warning } from '../../contract/projects';
import type { Database } from '../database/schema';
import type { ProjectsTable } from '../database/tables/projects';
import { grouped } from '../grouped';
import { Refusal } from '../refusal';
import type { FetchedTab, Owner } from '../workbook/source';
import { refuseWithoutHeader, type Sources } from '../sync/sources';
import { findProjectOfSheet } from '../sync/syncRepository';
import type { Usage } from '../usage/usage';
import { projectView } from './projectView';
import { type After, listProjects } from './projectsRepository';
import { listTabsOf } from '../auth/ownedProjects';

/** What projects are shown with. */
interface ViewContext {
  readonly db: Kysely<Database>;
  readonly usage: Usage;
}

/** A project with the tabs it has now. */
export async function viewProject(
  { db, usage }: ViewContext,
  project: ProjectsTable,
  origin: string,
): Promise<Project> {
  const weeks = await usage.weeks([project.id], Date.now());
  return projectView(project, await listTabsOf(db, [project.id]), origin, weeks.get(project.id));
}

/** Projects that are viewed between two turns of the event loop. */
const VIEWED_AT_ONCE = 50;

async function viewProjects(
  { db, usage }: ViewContext,
  projects: readonly ProjectsTable[],
  origin: string,
): Promise<Project[]> {
  const views: Project[] = [];
  for (let at = 0; at < projects.length; at += VIEWED_AT_ONCE) {
    const some = projects.slice(at, at + VIEWED_AT_ONCE);
    const ids = some.map(({ id }) => id);
    const tabs = grouped(await listTabsOf(db, ids), (tab) => tab.project_id);
    const weeks = await usage.weeks(ids, Date.now());
    for (const project of some) {
      views.push(projectView(project, tabs.get(project.id) ?? [], origin, weeks.get(project.id)));
    }
    await nextTurn();
  }
  return views;
}

const cursorOf = ({ created_at, id }: ProjectsTable) =>
  Buffer.from(JSON.stringify([created_at, id])).toString('base64url');

function afterOf(cursor: string): After {
  const parts = /^\["(\d{4}-[\d:.TZ-]+)","([0-9a-z]+)"\]$/.exec(Buffer.from(cursor, 'base64url').toString());
  const [, createdAt, id] = parts ?? [];
  if (createdAt === undefined || id === undefined) {
    const detail = 'This is not the end of a page. Take the address in next as it is.';
    throw new Refusal('invalid_parameter', detail, { errors: [{ field: 'after', detail }] });
  }
  return { createdAt, id };
}

/**
 * A person's projects, newest first, up to 1,000 at once; `next` is the address of the rest.
 *
 * @throws Refusal `invalid_parameter` for a cursor that is none
 */
export async function listPage(
  context: ViewContext,
  ownerId: string,
  origin: string,
  cursor?: string,
): Promise<ProjectsAnswer> {
  const after = cursor === undefined ? undefined : afterOf(cursor);
  const found = await listProjects(context.db, ownerId, limits.projectsPerAnswer + 1, after);
  const page = found.slice(0, limits.projectsPerAnswer);
  const projects = await viewProjects(context, page, origin);
  const last = page.at(-1);
  if (last === undefined || found.length === page.length) return { projects };
  return { projects, next: `${origin}${apiPaths.projects}?after=${cursorOf(last)}` };
}

const previewOf = ({ sheetId, title, rows, columns }: FetchedTab) => ({ sheetId, title, rows, columns });

/** Warnings of a whole spreadsheet name the sheet with the cell: `Countries!C7`. */
const warningsOf = ({ title, warnings }: FetchedTab): Warning[] =>
  warnings.map((warning) => (warning.cell === undefined ? warning : { ...warning, cell: `${title}!${warning.cell}` }));

/**
 * Reads a spreadsheet without storing anything (`POST api/projects/check`).
 *
 * @throws Refusal `source_…` with a sentence a person can act on
 */
export async function checkSheet(
  { db, sources }: { readonly db: Kysely<Database>; readonly sources: Sources },
  owner: Owner,
  sheetId: string,
  signal: AbortSignal,
): Promise<SheetPreview> {
  const spreadsheet = await sources.look(owner, sheetId, signal);
  refuseWithoutHeader(spreadsheet);
  const project = await findProjectOfSheet(db, owner.id, sheetId);
  const { title, tabs, source, writable, readOnlyReason } = spreadsheet;
  return {
    title,
    tabs: tabs.map(previewOf),
    source,
    writable,
    readOnlyReason,
    warnings: tabs.flatMap(warningsOf),
    alreadyProject: project?.id,
  };
}
