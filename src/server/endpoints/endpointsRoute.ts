import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { apiPaths, OWN_CALLS } from '../../contract/paths';
import type { Column, ProjectAnswer } from '../../contract/rows';
import { listTabsOf } from '../auth/ownedProjects';
import { type Caller, knownTabs, OWNER } from '../access/caller';
import { shownColumns } from '../access/columnAccess';
import { type Guard, guardDataApi } from '../access/guard';
import { allowOwnerCalls } from '../access/ownerCalls';
import type { ProjectTabsTable } from '../database/tables/projects';
import { addTextBodies } from '../http/bodies';
import { answerPreflight } from '../http/crossOrigin';
import { originOf } from '../http/originOf';
import { nothingHere, refuseUnknown } from '../http/problems';
import { watchMethods } from '../http/unsupportedMethods';
import type { Parts } from '../parts';
import { projectView } from '../projects/projectsService';
import { Refusal } from '../refusal';
import { findWholeProject } from '../store/log/endpointsRepository';
import { type Answer, textAnswer } from './answers/answer';
import { formatAccepted, mediaTypes } from './answers/format';
import { cacheControlOf } from './headers';
import { addressedProject, tabOfSheet } from './locate';
import type { Query } from './query/plan';
import { queryTextOf, refuseParameters } from './query/rawQuery';
import { queryBodyOf } from './query/readQuery';
import type { ReadServices } from './readServices';
import { answerRow, rowHandler } from './readRow';
import { answerRows, rowsHandler } from './rowsRoute';
import { sendAnswer } from './sendAnswer';
import { addPublicWrites, addWrites, ownerTarget, type WritesNeeds } from './write/writeRoutes';

/** Counts the columns of a tab that are hidden from the caller. */
function hiddenIn({ columnAccess }: Caller, { id, columns }: Pick<ProjectTabsTable, 'id' | 'columns'>): number {
  const access = columnAccess.get(id);
  if (access === undefined) return 0;
  const all = JSON.parse(columns) as Column[];
  return all.length - shownColumns(access, all).length;
}

/**
 * Builds the response of a project: its title and the endpoints that the caller sees.
 *
 * @throws Refusal `not_found` if it was deleted meanwhile
 */
async function projectAnswer(reading: ReadServices, id: string, caller: Caller, origin: string): Promise<Answer> {
  const project = await findWholeProject(reading.db, id);
  if (project === undefined) throw nothingHere();
  const all = await listTabsOf(reading.db, [id]);
  const view = projectView(project, all, origin);
  const known = new Set(knownTabs(caller, all));
  const tabs = all.flatMap((tab, at) => {
    const listed = view.tabs[at];
    if (!listed?.published || !known.has(tab)) return [];
    const { title, slug, url, rows, columns } = listed;
    return [{ title, slug, url, rows, columns: columns - hiddenIn(caller, tab) }];
  });
  const { revision, synced_at: syncedAt } = project;
  const answer: ProjectAnswer = { data: { title: view.title, tabs, revision, syncedAt } };
  return textAnswer(JSON.stringify(answer), mediaTypes.json, revision);
}

/** `GET /v1/{projectId}` */
const projectHandler =
  (reading: ReadServices, { settings }: Pick<Parts, 'settings'>): RouteHandlerMethod =>
  async (request, reply) => {
    const { known, caller } = await addressedProject(reading, request);
    refuseParameters(request.url);
    const { project } = known;
    const answer = await projectAnswer(reading, project.id, caller, originOf(request, settings));
    return sendAnswer(request, reply, answer, { project, cacheControl: cacheControlOf(project, caller) });
  };

/** Dependencies of the data API's routes. */
export interface EndpointsNeeds extends WritesNeeds, Pick<Parts, 'db'> {
  readonly guard: Guard;
  /** Handlers that describe a project: its OpenAPI document, its types, and the columns of a tab. */
  readonly describe: Readonly<Record<'openapi' | 'types' | 'schema', RouteHandlerMethod>>;
}

/** Registers the public data API: `/v1/{projectId}`, `/v1/{projectId}/{tab}` and `/v1/{projectId}/{tab}/{id}`. */
export async function registerEndpoints(app: FastifyInstance, parts: EndpointsNeeds): Promise<void> {
  const { guard, writeServices } = parts;
  const { reading } = writeServices;
  const scope = async (v1: FastifyInstance) => {
    const refuseOtherMethods = watchMethods(v1);
    guardDataApi(v1, parts, guard);
    addReadable(v1, '/:projectId', projectHandler(reading, parts));
    addReadable(v1, '/:projectId/:tab', rowsHandler(reading, parts));
    addReadable(v1, '/:projectId/:tab/:id', rowHandler(reading));
    addReadable(v1, '/:projectId/_openapi.json', parts.describe.openapi);
    addReadable(v1, '/:projectId/_types.ts', parts.describe.types);
    addReadable(v1, '/:projectId/:tab/_schema', parts.describe.schema);
    await addPublicWrites(v1, parts, guard);
    await v1.register(async (queries) => {
      queries.removeAllContentTypeParsers();
      addTextBodies(queries, 'application/json', {}, (text) => text);
      queries.post(QUERY, rowsHandler(reading, parts, queryInBody));
      queries.options(QUERY, answerPreflight());
    });
    refuseOtherMethods({ [QUERY]: 'To use GET, call the endpoint itself, with the parameters in the address.' });
    v1.all('/', { onRequest: refuseUnknown }, refuseUnknown);
    v1.all('/*', { onRequest: refuseUnknown }, refuseUnknown);
  };
  await app.register(scope, { prefix: '/v1' });
}

function addReadable(v1: FastifyInstance, url: string, handler: RouteHandlerMethod): void {
  v1.route({ method: ['GET', 'HEAD'], url, handler, exposeHeadRoute: false });
  v1.options(url, answerPreflight());
}

/** As `GET` of rows, with the query in a JSON body. It changes nothing. */
const QUERY = '/:projectId/:tab/_query';

function queryInBody({ url, body }: FastifyRequest): Query {
  refuseParameters(url);
  return { body: queryBodyOf(body) };
}

/**
 * Registers `/api/v1/{projectId}/{tab}` and its rows, which respond as `/v1` does, to the owner of the project by session, and
 * never to pages of other sites. The app's own calls ("Try it") use it, so that owners need no key to see their own rows, and `/v1`
 * needs no cookies.
 */
export async function registerOwnerCalls(
  app: FastifyInstance,
  needs: WritesNeeds & Pick<EndpointsNeeds, 'guard'>,
): Promise<void> {
  const { guard, settings, writeServices } = needs;
  const { reading } = writeServices;
  const scope = async (own: FastifyInstance) => {
    allowOwnerCalls(own, guard, settings);
    own.get('/:projectId/:tab', rowsHandler(reading, needs));
    own.get('/:projectId/:tab/:id', rowHandler(reading));
    await addPublicWrites(own, needs);
  };
  await app.register(scope, { prefix: OWN_CALLS });
}

const ROWS = '/api/projects/:id/tabs/:sheetId/rows';

/**
 * Registers `/api/projects/{id}/tabs/{sheetId}/rows`: an endpoint's rows for the project's owner, whether or not others may read
 * them. Queries and writes work as under `/v1`; responses also have the columns and the cells that cannot be written.
 */
export async function registerOwnerRows(app: FastifyInstance, { settings, writeServices }: WritesNeeds): Promise<void> {
  const { reading } = writeServices;
  app.get(ROWS, async (request, reply) => {
    const { project, tab } = await ownTab(reading, request);
    return answerRows(reading, request, reply, {
      project,
      tab,
      caller: OWNER,
      withColumns: true,
      url: originOf(request, settings) + apiPaths.projectTabRows(project.id, tab.sheet_id),
      query: { text: queryTextOf(request.url) },
      format: formatAccepted(request.headers.accept),
    });
  });
  app.get(`${ROWS}/:rowId`, async (request, reply) => {
    const { rowId: part } = request.params as { rowId: string };
    const own = await ownTab(reading, request);
    return answerRow(reading, request, reply, { ...own, part, caller: OWNER });
  });
  const find = ownerTarget((request) => ownTab(reading, request), settings);
  await addWrites(app, [ROWS, `${ROWS}/:rowId`], writeServices, find);
}

/**
 * Finds the person's own tab that a request addresses, published or not.
 *
 * @throws Refusal `not_found`, also if the project is another person's
 */
async function ownTab({ directory }: ReadServices, { params, person }: FastifyRequest) {
  const { id, sheetId } = params as { id: string; sheetId: string };
  const known = await directory.get(id);
  if (known?.project.owner_id !== person.id) throw new Refusal('not_found', 'There is no such project.');
  const { project, tabs } = known;
  return { project, tab: tabOfSheet(tabs, /^\d{1,15}$/.test(sheetId) ? Number(sheetId) : NaN) };
}
