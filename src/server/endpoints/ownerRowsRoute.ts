import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { apiPaths } from '../../contract/paths';
import { originOf } from '../http/originOf';
import type { Parts } from '../parts';
import { listTabs } from './endpointsRepository';
import { queryPairsOf } from './query/rawQuery';
import { ownProject } from './readableProject';
import { type Reading, readingOf } from './reading';
import { planRows } from './rowsAnswer';
import { sendAnswer } from './sendAnswer';
import { tabOfSheet } from './tabLookup';

/**
 * `GET /api/projects/{id}/tabs/{sheetId}/rows`: an endpoint's rows for the project's owner, whether or not anybody else may
 * read them. The query is that of `/v1`; the columns follow the rows.
 */
export function registerOwnerRows(app: FastifyInstance, parts: Parts): void {
  app.get('/api/projects/:id/tabs/:sheetId/rows', ownerRowsHandler(readingOf(parts), parts));
}

const ownerRowsHandler =
  (reading: Reading, { settings }: Parts): RouteHandlerMethod =>
  async (request, reply) => {
    const { id, sheetId } = request.params as { id: string; sheetId: string };
    const project = await ownProject(reading, request.person.id, id);
    const number = /^\d{1,15}$/.test(sheetId) ? Number(sheetId) : NaN;
    const tab = tabOfSheet(await listTabs(reading.db, project.id), number);
    const url = originOf(request, settings) + apiPaths.projectTabRows(project.id, number);
    const pairs = queryPairsOf(request.url);
    const { make, ...told } = await planRows(reading, { tab, url, pairs, withColumns: true });
    return sendAnswer(request, reply, { project, told, cacheControl: 'private, no-store' }, make);
  };
