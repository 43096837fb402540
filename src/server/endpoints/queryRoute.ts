import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { endpointPath } from '../../contract/paths';
import { preflightHeaders } from '../http/crossOrigin';
import { originOf } from '../http/originOf';
import { noteMethods } from '../http/otherMethods';
import { addTextBodies } from '../http/bodies';
import type { Parts } from '../parts';
import { Refusal } from '../refusal';
import { addressedTab, addressOf } from './locate';
import { answerRows } from './answerRows';
import { formatAccepted } from './formats/format';
import { jsonOf } from './query/readQuery';
import { refuseParameters } from './query/rawQuery';
import type { Reading } from './reading';

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
  async (request, reply) => {
    const { known, caller, tab, format } = await addressedTab(reading, request);
    refuseParameters(request.url);
    const { project } = known;
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
  };
