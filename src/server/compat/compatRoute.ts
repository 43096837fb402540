import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '../../contract/problems';
import { withLongNumbers } from '../endpoints/query/values';
import { MAX_BODY_BYTES } from '../endpoints/write/bodies';
import { readJsonBodies } from '../http/bodies';
import { answerPreflight, originHeaders } from '../http/crossOrigin';
import { watchMethods } from '../http/unsupportedMethods';
import { refusalOf, problemOf, refuseUnknown, sendProblem } from '../http/problems';
import { Refusal } from '../refusal';
import { airtable } from './airtable';
import { gviz } from './gviz';
import { jsonServer } from './jsonServer';
import { type Handler, type Peer, PeerCall, RefusedCall } from './peerCall';
import { AS_DISPLAYED, blanksEmpty, WITHOUT_IDS } from './peerRequest';
import { sheetdb } from './sheetdb';
import { sheety } from './sheety';
import { stein } from './stein';

/** Returns the title of a sheet given by its title or its 1-based number. */
async function titleOf(call: PeerCall, name: string): Promise<string> {
  if (!/^\d+$/.test(name)) return name.replaceAll('+', ' ');
  const { tabs } = await call.project();
  const tab = tabs.find(({ title }) => title === name) ?? tabs[Number(name) - 1];
  if (tab !== undefined) return tab.title;
  throw new Refusal('not_found', `There is no sheet number ${name}: they are counted from 1 to ${tabs.length}.`);
}

/** Sends all rows of a sheet, as displayed or, with `raw=true`, as values. */
const read: Handler = async (call) => {
  const tab = await titleOf(call, call.address.tab);
  const query = call.text('raw') === 'true' ? [WITHOUT_IDS] : [WITHOUT_IDS, AS_DISPLAYED];
  return call.sendRows({ tab, query }, blanksEmpty);
};

/** opensheet (opensheet.elk.sh). */
const opensheet: Peer = {
  name: 'opensheet',
  errorOf: ({ detail }) => ({ body: { error: detail } }),
  routes: [['GET', '/:project/:tab', read, ['raw']]],
};

const peers: readonly Peer[] = [stein, opensheet, sheety, sheetdb, airtable, jsonServer, gviz];

function problemIn(error: unknown, request: FastifyRequest, reply: FastifyReply): Problem | undefined {
  if (error instanceof RefusedCall) return error.problem;
  const refusal = error instanceof Refusal ? error : refusalOf(error, '/v1/');
  if (refusal === undefined) return undefined;
  reply.headers({ ...refusal.extras.headers });
  return problemOf(refusal.code, refusal.detail, refusal.extras, request.id);
}

function addPeer(scope: FastifyInstance, peer: Peer): void {
  scope.removeContentTypeParser('application/json');
  readJsonBodies(scope, withLongNumbers);
  scope.addHook('onRequest', async ({ headers }, reply) => {
    reply.headers(originHeaders('*', headers.authorization !== undefined || headers['x-api-key'] !== undefined));
    reply.header('cache-control', 'no-store');
  });
  scope.setErrorHandler((error, request, reply) => {
    const problem = problemIn(error, request, reply);
    if (problem === undefined) return sendProblem(error, request, reply);
    const { status = problem.status, type = 'application/json; charset=utf-8', body } = peer.errorOf(problem, request);
    return reply
      .code(status)
      .type(type)
      .send(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
  });
  const refuseOthers = watchMethods(scope);
  for (const [method, url, handle, takes] of peer.routes) {
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const call = new PeerCall(request, reply);
      if (takes !== undefined) call.refuseOthers(takes);
      return handle(call);
    };
    scope.route({ method: [method].flat(), url, bodyLimit: MAX_BODY_BYTES, handler });
  }
  for (const url of new Set(peer.routes.map(([, path]) => path))) scope.options(url, answerPreflight(peer.sends));
  refuseOthers();
  scope.all('/*', { onRequest: refuseUnknown }, refuseUnknown);
}

/** Registers `/compat/{peer}/…`: APIs of other services, so that their clients work with only a new base URL. */
export async function registerCompat(app: FastifyInstance): Promise<void> {
  for (const peer of peers) {
    await app.register(async (scope) => addPeer(scope, peer), { prefix: `/compat/${peer.name}` });
  }
}
