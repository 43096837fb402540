import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { apiPaths } from '../../contract/paths';
import { OWNER } from '../access/caller';
import { originOf } from '../http/originOf';
import { Refusal } from '../refusal';
import { formatAccepted } from './formats/format';
import { queryTextOf } from './query/rawQuery';
import type { Reading } from './reading';
import { answerRow } from './readRow';
import { answerRows } from './rowsRoute';
import { tabOfSheet } from './locate';
import { addWrites, type WritesNeeds } from './write/writeRoutes';
import { ownerTarget } from './write/writeTarget';

const ROWS = '/api/projects/:id/tabs/:sheetId/rows';

/**
 * `/api/projects/{id}/tabs/{sheetId}/rows`: an endpoint's rows for the project's owner, whether or not anybody else may read
 * them. The query is that of `/v1`; the columns follow the rows, and which cells cannot be written. They are written as under `/v1`.
 */
export async function registerOwnerRows(app: FastifyInstance, { settings, performing }: WritesNeeds): Promise<void> {
  const { reading } = performing;
  app.get(ROWS, ownerRowsHandler(reading, { settings }));
  app.get(`${ROWS}/:rowId`, ownerRowHandler(reading));
  const find = ownerTarget((request) => ownTab(reading, request), settings);
  await addWrites(app, { rows: ROWS, row: `${ROWS}/:rowId` }, { performing, find });
}

/**
 * A person's own project, public or not.
 *
 * @throws Refusal `not_found`, also when it is another person's
 */
async function ownProject({ directory }: Reading, personId: string, id: string) {
  const known = await directory.get(id);
  if (known?.project.owner_id === personId) return known;
  throw new Refusal('not_found', 'There is no such project.');
}

/** The tab of the person's own that a request is addressed to. */
async function ownTab(reading: Reading, request: FastifyRequest) {
  const { id, sheetId } = request.params as { id: string; sheetId: string };
  const { project, tabs } = await ownProject(reading, request.person.id, id);
  return { project, tab: tabOfSheet(tabs, /^\d{1,15}$/.test(sheetId) ? Number(sheetId) : NaN) };
}

const ownerRowsHandler =
  (reading: Reading, { settings }: Pick<WritesNeeds, 'settings'>): RouteHandlerMethod =>
  async (request, reply) => {
    const { project, tab } = await ownTab(reading, request);
    return answerRows(reading, request, reply, {
      project,
      cacheControl: 'private, no-store',
      asking: {
        ...{ tab, caller: OWNER, withColumns: true },
        url: originOf(request, settings) + apiPaths.projectTabRows(project.id, tab.sheet_id),
        query: { text: queryTextOf(request.url) },
        format: formatAccepted(request.headers.accept),
      },
    });
  };

const ownerRowHandler =
  (reading: Reading): RouteHandlerMethod =>
  async (request, reply) => {
    const { rowId: part } = request.params as { rowId: string };
    const own = await ownTab(reading, request);
    return answerRow(reading, request, reply, { ...own, part, caller: OWNER, cacheControl: 'private, no-store' });
  };
