import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { preflightHeaders } from '../http/crossOrigin';
import { type Guard, guardDataApi } from '../access/guard';
import { noteMethods } from '../http/otherMethods';
import { nothingHere } from '../http/problems';
import type { Parts } from '../parts';
import { Refusal } from '../refusal';
import { projectHandler } from './readProject';
import { rowHandler } from './readRow';
import { registerQueries, rowsHandler } from './rowsRoute';
import { addPublicWrites, type WritesNeeds } from './write/writeRoutes';

/** Methods that change something; which of them an address has. */
const WRITING = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Writing = (typeof WRITING)[number];

const nowhere = async (): Promise<never> => {
  throw nothingHere();
};

const refuseMethod = (methods: string) => async (): Promise<never> => {
  throw new Refusal('method_not_allowed', `This address answers ${methods} only.`, { headers: { Allow: methods } });
};

/** What the data API is made with. */
export interface EndpointsNeeds extends WritesNeeds, Pick<Parts, 'db'> {
  readonly guard: Guard;
  /** What answers questions about a project: its OpenAPI document, its types, and the columns of a tab. */
  readonly describe: Readonly<Record<'openapi' | 'types' | 'schema', RouteHandlerMethod>>;
}

/** `/v1/{projectId}`, `/v1/{projectId}/{tab}` and `/v1/{projectId}/{tab}/{id}`: the data API, for everybody. */
export async function registerEndpoints(app: FastifyInstance, parts: EndpointsNeeds): Promise<void> {
  const { guard, performing } = parts;
  const { reading } = performing;
  const scope = async (v1: FastifyInstance) => {
    guardDataApi(v1, parts, guard);
    addReadable(v1, '/:projectId', projectHandler(reading, parts), []);
    addReadable(v1, '/:projectId/:tab', rowsHandler(reading, parts), WRITING);
    addReadable(v1, '/:projectId/:tab/:id', rowHandler(reading), ['PUT', 'PATCH', 'DELETE']);
    addReadable(v1, '/:projectId/_openapi.json', parts.describe.openapi, []);
    addReadable(v1, '/:projectId/_types.ts', parts.describe.types, []);
    addReadable(v1, '/:projectId/:tab/_schema', parts.describe.schema, []);
    await addPublicWrites(v1, parts, guard);
    await registerQueries(v1, reading, parts);
    v1.all('/', nowhere);
    v1.all('/*', nowhere);
  };
  await app.register(scope, { prefix: '/v1' });
}

function addReadable(v1: FastifyInstance, url: string, handler: RouteHandlerMethod, writing: readonly Writing[]) {
  const methods = ['GET', 'HEAD', 'OPTIONS', ...writing].join(', ');
  const refuse = refuseMethod(methods);
  noteMethods(v1, `${v1.prefix}${url}`, methods);
  const others = WRITING.filter((method) => !writing.includes(method));
  v1.route({ method: ['GET', 'HEAD'], url, handler, exposeHeadRoute: false });
  v1.options(url, async (_request, reply) => reply.code(204).headers(preflightHeaders(methods)).send());
  v1.route({ method: [...others, 'TRACE'], url, onRequest: refuse, handler: refuse });
}
