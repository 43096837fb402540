import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { limits } from '../../contract/limits';
import { apiPaths } from '../../contract/paths';
import type { Project, ProjectsAnswer } from '../../contract/projects';
import type { Database } from '../database/schema';
import type { ProjectsTable } from '../database/tables/projects';
import { grouped } from '../grouped';
import { Refusal } from '../refusal';
import { usageOf } from '../usage/usage';
import { tellProjectChanged } from './projectNews';
import { projectView } from './projectView';
import { type After, findProject, listProjects, listTabsOf, markDeleted } from './projectsRepository';

type Db = Kysely<Database>;

/** Said for an id that is unknown, and for another person's. */
export const noProject = () =>
  new Refusal('not_found', 'There is no such project.', {
    hint: 'It may have been deleted, or it belongs to another account.',
  });

/** @throws Refusal `not_found` */
export async function requireProject(db: Db, ownerId: string, id: string): Promise<ProjectsTable> {
  const project = await findProject(db, ownerId, id);
  if (project === undefined) throw noProject();
  return project;
}

/** A project with the tabs it has now. */
export async function viewProject(db: Db, project: ProjectsTable, origin: string): Promise<Project> {
  const weeks = await usageOf({ db }).weeks([project.id], Date.now());
  return projectView(project, await listTabsOf(db, [project.id]), origin, weeks.get(project.id));
}

/** Projects that are put together at once; then others have their turn. */
const VIEWED_AT_ONCE = 50;

async function viewProjects(db: Db, projects: readonly ProjectsTable[], origin: string): Promise<Project[]> {
  const views: Project[] = [];
  for (let at = 0; at < projects.length; at += VIEWED_AT_ONCE) {
    const some = projects.slice(at, at + VIEWED_AT_ONCE);
    const ids = some.map(({ id }) => id);
    const tabs = grouped(await listTabsOf(db, ids), (tab) => tab.project_id);
    const weeks = await usageOf({ db }).weeks(ids, Date.now());
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
export async function listPage(db: Db, ownerId: string, origin: string, cursor?: string): Promise<ProjectsAnswer> {
  const after = cursor === undefined ? undefined : afterOf(cursor);
  const found = await listProjects(db, ownerId, limits.projectsPerAnswer + 1, after);
  const page = found.slice(0, limits.projectsPerAnswer);
  const projects = await viewProjects(db, page, origin);
  const last = page.at(-1);
  if (last === undefined || found.length === page.length) return { projects };
  return { projects, next: `${origin}${apiPaths.projects}?after=${cursorOf(last)}` };
}

/**
 * Deletes a project: its endpoints stop at once, it is kept for 30 days.
 *
 * @throws Refusal `not_found`
 */
export async function deleteProject(db: Db, ownerId: string, id: string): Promise<void> {
  if (!(await markDeleted(db, ownerId, id, new Date().toISOString()))) throw noProject();
  tellProjectChanged(db, id);
}
