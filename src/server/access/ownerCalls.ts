import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OWN_CALL_HEADER } from '../../contract/paths';
import { trustedOriginsOf } from '../http/originOf';
import { Refusal } from '../refusal';
import type { Settings } from '../settings';
import { noProjectHere } from './caller';
import { admit, countAnswers, type Guard } from './guard';

/**
 * Returns whether our own page makes the call. A page of another site cannot send the header without a preflight request (Fetch
 * standard, "CORS-preflight fetch"), which nothing under `/api` allows. The browser's `Origin` and `Sec-Fetch-Site` are checked
 * too, also for reads: other ports and hosts of the same site send the cookies along.
 */
function isOwnCall(request: FastifyRequest, settings: Settings): boolean {
  const { origin, 'sec-fetch-site': site, [OWN_CALL_HEADER]: said } = request.headers;
  if (said !== '1') return false;
  if (origin !== undefined) return trustedOriginsOf(request, settings).includes(origin);
  return site === undefined || site === 'same-origin';
}

const foreign = () =>
  new Refusal('cross_site_request', 'This address is for the pages of Tabpoint itself.', {
    hint: 'Call the address under /v1 with a key.',
  });

/**
 * Lets signed-in people call the data API of their own projects without a key. Runs after `requireSession`. The calls are rate
 * limited by client address and counted like all others. Other people's projects are not found, and nothing is counted for them.
 */
export function allowOwnerCalls(scope: FastifyInstance, guard: Guard, settings: Settings): void {
  scope.decorateRequest('ownerId', undefined);
  scope.decorateRequest('presented', undefined);
  scope.addHook('onRequest', async (request) => {
    if (!isOwnCall(request, settings)) throw foreign();
    const { projectId } = request.params as { projectId: string };
    const known = await guard.projects.get(projectId);
    if (known?.project.owner_id !== request.person.id) throw noProjectHere();
    const refusal = await admit(request, guard, Date.now());
    if (refusal !== undefined) throw refusal;
    request.ownerId = request.person.id;
  });
  countAnswers(scope, guard);
}
