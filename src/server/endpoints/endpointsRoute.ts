import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { endpointPath } from '../../contract/paths';
import { originOf } from '../http/originOf';
import type { Parts } from '../parts';
import { nothingHere } from '../problems';
import { Refusal } from '../refusal';
import { cacheControlOf } from './answerHeaders';
import { entityTagOf } from './conditional';
import { METHODS, openToEveryOrigin, preflightHeaders } from './crossOrigin';
import { listTabs } from './endpointsRepository';
import { answerProject } from './projectAnswer';
import { queryPairsOf } from './query/rawQuery';
import { refuseParameters } from './query/refuseParameters';
import { readableProject } from './readableProject';
import { type Reading, readingOf } from './reading';
import { answerRow } from './rowAnswer';
import { planRows } from './rowsAnswer';
import { sendAnswer } from './sendAnswer';
import { publishedTabAt } from './tabLookup';

interface Address {
  projectId: string;
  tab: string;
  id: string;
}

const addressOf = ({ params }: FastifyRequest) => params as Address;

const nowhere = async (): Promise<never> => {
  throw nothingHere();
};

const refuseMethod = async (): Promise<never> => {
  throw new Refusal(
    'method_not_allowed',
    `This address answers ${METHODS} only: rows are changed in the spreadsheet.`,
    {
      headers: { Allow: METHODS },
    },
  );
};

/** `GET /v1/{projectId}`, `/v1/{projectId}/{tab}` and `/v1/{projectId}/{tab}/{id}`: the data API, for everybody. */
export async function registerEndpoints(app: FastifyInstance, parts: Parts): Promise<void> {
  const reading = readingOf(parts);
  const scope = async (v1: FastifyInstance) => {
    openToEveryOrigin(v1);
    addReadable(v1, '/:projectId', projectHandler(reading, parts));
    addReadable(v1, '/:projectId/:tab', rowsHandler(reading, parts));
    addReadable(v1, '/:projectId/:tab/:id', rowHandler(reading));
    v1.all('/', nowhere);
    v1.all('/*', nowhere);
  };
  await app.register(scope, { prefix: '/v1' });
}

function addReadable(v1: FastifyInstance, url: string, handler: RouteHandlerMethod) {
  v1.route({ method: ['GET', 'HEAD'], url, handler, exposeHeadRoute: false });
  v1.options(url, async (_request, reply) => reply.code(204).headers(preflightHeaders).send());
  v1.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'],
    url,
    onRequest: refuseMethod,
    handler: refuseMethod,
  });
}

const projectHandler =
  (reading: Reading, { settings }: Parts): RouteHandlerMethod =>
  async (request, reply) => {
    const project = await readableProject(reading, addressOf(request).projectId);
    refuseParameters(request.url);
    const { body, revision } = await answerProject(reading.db, project.id, originOf(request, settings));
    const told = { entityTag: entityTagOf('project', body), revision };
    return sendAnswer(request, reply, { project, told, cacheControl: cacheControlOf(project) }, async () => ({ body }));
  };

const rowsHandler =
  (reading: Reading, { settings }: Parts): RouteHandlerMethod =>
  async (request, reply) => {
    const { projectId, tab: part } = addressOf(request);
    const project = await readableProject(reading, projectId);
    const tab = publishedTabAt(await listTabs(reading.db, project.id), part);
    const url = originOf(request, settings) + endpointPath(project.id, part);
    const pairs = queryPairsOf(request.url);
    const { make, ...told } = await planRows(reading, { tab, url, pairs, withColumns: false });
    return sendAnswer(request, reply, { project, told, cacheControl: cacheControlOf(project) }, make);
  };

const rowHandler =
  (reading: Reading): RouteHandlerMethod =>
  async (request, reply) => {
    const { projectId, tab: part, id } = addressOf(request);
    const project = await readableProject(reading, projectId);
    const tab = publishedTabAt(await listTabs(reading.db, project.id), part);
    refuseParameters(request.url);
    const { body, revision } = await answerRow(reading, tab, id);
    const told = { entityTag: entityTagOf('row', body), revision };
    return sendAnswer(request, reply, { project, told, cacheControl: cacheControlOf(project) }, async () => ({ body }));
  };
