import { createHash } from 'node:crypto';
import type { RouteHandlerMethod } from 'fastify';
import type { ProjectAnswer } from '../../contract/rows';
import { type Caller, knownTabs } from '../access/caller';
import type { ProjectTabsTable } from '../database/tables/projects';
import { originOf } from '../http/originOf';
import type { Parts } from '../parts';
import { nothingHere } from '../http/problems';
import { projectView } from '../projects/projectsService';
import { type Answer, answerKey } from './answers/answer';
import { findWholeProject, listWholeTabs } from '../store/log/endpointsRepository';
import { mediaTypes } from './formats/format';
import { cacheControlOf } from './headers';
import { addressedProject } from './locate';
import { refuseParameters } from './query/rawQuery';
import type { Reading } from './reading';
import { sendMade } from './sendAnswer';

/** Columns that exist for the caller. */
const columnsFor = ({ hiddenColumns }: Caller, { id }: ProjectTabsTable, columns: number) =>
  columns - (hiddenColumns.get(id)?.size ?? 0);

/**
 * A project's own answer: what it is called, and which endpoints it has for the caller.
 *
 * @throws Refusal `not_found` when it was deleted meanwhile
 */
export async function projectAnswer(reading: Reading, id: string, caller: Caller, origin: string): Promise<Answer> {
  const project = await findWholeProject(reading.db, id);
  if (project === undefined) throw nothingHere();
  const all = await listWholeTabs(reading.db, id);
  const view = projectView(project, all, origin);
  const knownOf = new Set(knownTabs(caller, all));
  const tabs = all.flatMap((tab, at) => {
    const { title, slug, url, rows, columns, published } = view.tabs[at] ?? {};
    if (title === undefined || slug === undefined || url === undefined || !published || !knownOf.has(tab)) return [];
    return [{ title, slug, url, rows: rows ?? 0, columns: columnsFor(caller, tab, columns ?? 0) }];
  });
  const { revision, synced_at: syncedAt } = project;
  const answer: ProjectAnswer = { data: { title: view.title, tabs, revision, syncedAt } };
  const body = Buffer.from(JSON.stringify(answer));
  const mark = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { mark, told: { revision }, type: mediaTypes.json, bodies: { identity: body } };
}

/** `GET /v1/{projectId}` */
export const projectHandler =
  (reading: Reading, { settings }: Pick<Parts, 'settings'>): RouteHandlerMethod =>
  async (request, reply) => {
    const { known, caller } = await addressedProject(reading, request);
    refuseParameters(request.url);
    const { project } = known;
    const made = await projectAnswer(reading, project.id, caller, originOf(request, settings));
    const keyOf = () => answerKey('project', project.id, made.mark);
    const cacheControl = cacheControlOf(project, caller);
    return sendMade(request, reply, made, { project, cacheControl, answers: reading.answers, keyOf });
  };
