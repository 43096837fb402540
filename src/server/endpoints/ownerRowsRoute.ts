import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { apiPaths } from '../../contract/paths';
import { OWNER } from '../access/caller';
import { originOf } from '../http/originOf';
import type { Parts } from '../parts';
import { Refusal } from '../refusal';
import { answerRows } from './answerRows';
import { formatAccepted } from './formats/format';
import { queryTextOf } from './query/rawQuery';
import { type Reading, readingOf } from './reading';
import { tabOfSheet } from './tabLookup';

/**
 * `GET /api/projects/{id}/tabs/{sheetId}/rows`: an endpoint's rows for the project's owner, whether or not anybody else may
 * read them. The query is that of `/v1`; the columns follow the rows.
 */
export function registerOwnerRows(app: FastifyInstance, parts: Parts): void {
  app.get('/api/projects/:id/tabs/:sheetId/rows', ownerRowsHandler(readingOf(parts), parts));
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

const ownerRowsHandler =
  (reading: Reading, { settings }: Parts): RouteHandlerMethod =>
  async (request, reply) => {
    const { id, sheetId } = request.params as { id: string; sheetId: string };
    const { project, tabs } = await ownProject(reading, request.person.id, id);
    const number = /^\d{1,15}$/.test(sheetId) ? Number(sheetId) : NaN;
    return answerRows(reading, request, reply, {
      project,
      cacheControl: 'private, no-store',
      asking: {
        ...{ tab: tabOfSheet(tabs, number), caller: OWNER, withColumns: true },
        url: originOf(request, settings) + apiPaths.projectTabRows(project.id, number),
        query: { text: queryTextOf(request.url) },
        format: formatAccepted(request.headers.accept),
      },
    });
  };
