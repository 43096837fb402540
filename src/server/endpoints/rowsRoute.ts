import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { endpointPath, OWN_CALLS_BEFORE } from '../../contract/paths';
import { countFromCache } from '../access/guard';
import { addTextBodies } from '../http/bodies';
import { preflightHeaders } from '../http/crossOrigin';
import { originOf } from '../http/originOf';
import { noteMethods } from '../http/otherMethods';
import type { Parts } from '../parts';
import { Refusal } from '../refusal';
import type { ReadProject } from '../store/log/endpointsRepository';
import type { ServedTab } from '../store/memory/engine';
import { findRows } from './findRows';
import { formatAccepted } from './formats/format';
import { cacheControlOf } from './headers';
import { addressedTab, addressOf } from './locate';
import { NotReady } from './longQueries';
import { jsonOf } from './query/readQuery';
import { queryTextOf, refuseParameters } from './query/rawQuery';
import type { Request } from './question';
import { openTab, type Reading, whenReady } from './reading';
import { sendAnswer, sendUnchanged } from './sendAnswer';

/** A reply that is sent, now or later. */
type Sent = FastifyReply | Promise<FastifyReply>;

/** A question for rows, and how its answer may be kept. */
export interface RowsRequest {
  readonly project: ReadProject;
  readonly cacheControl: string;
  readonly asking: Request;
}

function answerFrom(
  reading: Reading,
  request: FastifyRequest,
  reply: FastifyReply,
  { project, cacheControl, asking }: RowsRequest,
  served: ServedTab,
): Sent {
  const { answer, unchanged, key, keeping } = findRows(reading, asking, request.headers, served);
  if (keeping === 'kept') countFromCache(request);
  const writtenAt = reading.tabs.writtenAt(asking.tab.id);
  if (answer !== undefined) {
    const { answers } = reading;
    return sendAnswer(request, reply, answer, { project, writtenAt, cacheControl, answers, key, keeping });
  }
  return sendUnchanged(request, reply, unchanged, { project, writtenAt, cacheControl });
}

/** So often is waited for what an answer needs; then it is made of what is known. */
const MOST_WAITS = 20;

function answerWhenReady(
  reading: Reading,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: RowsRequest,
  served: ServedTab,
  waits = 0,
): Sent {
  try {
    return answerFrom(reading, request, reply, asked, served);
  } catch (error) {
    if (!(error instanceof NotReady)) throw error;
    return error.wait(reading.longQueries.of(asked.project.id)).then((found) => {
      const soFar = { ...asked.asking.soFar, ...found };
      const asking = { ...asked.asking, soFar, isUrgent: waits + 1 >= MOST_WAITS };
      return answerWhenReady(reading, request, reply, { ...asked, asking }, served, waits + 1);
    });
  }
}

/**
 * Answers a question for rows; at once where nothing has to be waited for.
 *
 * @throws Refusal what `openTab`, `questionOf` and the form of the answer refuse
 */
export function answerRows(reading: Reading, request: FastifyRequest, reply: FastifyReply, asked: RowsRequest): Sent {
  return whenReady(openTab(reading, asked.asking.tab), (served) =>
    answerWhenReady(reading, request, reply, asked, served),
  );
}

const SAFE_PATH = /^[\w.~!*'(),;:@/$%&=+-]*$/;

/** The path of a request as it was called, where that can stand in an answer; that of `/v1` where an owner has called it. */
function pathOf(request: FastifyRequest): string {
  const url = request.ownerId === undefined ? request.url : request.url.slice(OWN_CALLS_BEFORE.length);
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const { projectId, tab } = addressOf(request);
  return SAFE_PATH.test(path) ? path : endpointPath(projectId, tab);
}

/** `GET /v1/{projectId}/{tab}` */
export const rowsHandler =
  (reading: Reading, { settings }: Pick<Parts, 'settings'>): RouteHandlerMethod =>
  (request, reply) =>
    whenReady(addressedTab(reading, request), ({ known: { project }, caller, tab, format }) => {
      const url = originOf(request, settings) + pathOf(request);
      return answerRows(reading, request, reply, {
        project,
        cacheControl: cacheControlOf(project, caller),
        asking: {
          tab,
          caller,
          url,
          query: { text: queryTextOf(request.url) },
          format: format ?? formatAccepted(request.headers.accept),
          withColumns: false,
        },
      });
    });

const METHODS = 'POST, OPTIONS';
const URL = '/:projectId/:tab/_query';

const EXAMPLE = 'Send an object like {"where":{"City":{"eq":"Oslo"}},"sort":["-Founded"],"limit":10}.';

const refuseMethod = async (): Promise<never> => {
  throw new Refusal('method_not_allowed', `This address answers ${METHODS} only.`, {
    hint: 'A GET asks the endpoint itself, with its parameters in the address.',
    headers: { Allow: METHODS },
  });
};

/** `POST /v1/{projectId}/{tab}/_query`: as `GET`, with the question in a JSON body. Nothing is changed by it. */
export async function registerQueries(
  v1: FastifyInstance,
  reading: Reading,
  parts: Pick<Parts, 'settings'>,
): Promise<void> {
  await v1.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    addTextBodies(scope, 'application/json', {}, (body, _request, done) => done(null, body));
    noteMethods(scope, `${scope.prefix}${URL}`, METHODS);
    scope.post(URL, queryHandler(reading, parts));
    scope.options(URL, async (_request, reply) => reply.code(204).headers(preflightHeaders(METHODS)).send());
    scope.route({
      method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'TRACE'],
      url: URL,
      exposeHeadRoute: false,
      onRequest: refuseMethod,
      handler: refuseMethod,
    });
  });
}

const queryHandler =
  (reading: Reading, { settings }: Pick<Parts, 'settings'>): RouteHandlerMethod =>
  (request, reply) =>
    whenReady(addressedTab(reading, request), ({ known: { project }, caller, tab, format }) => {
      refuseParameters(request.url);
      const body = jsonOf('body', typeof request.body === 'string' ? request.body : '', EXAMPLE);
      return answerRows(reading, request, reply, {
        project,
        cacheControl: 'no-store',
        asking: {
          ...{ tab, caller, withColumns: false, query: { body } },
          url: originOf(request, settings) + endpointPath(project.id, addressOf(request).tab),
          format: format ?? formatAccepted(request.headers.accept),
        },
      });
    });
