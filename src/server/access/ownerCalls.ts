import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OWN_CALL_HEADER } from '../../contract/paths';
import { trustedOriginsOf } from '../http/originOf';
import { Refusal } from '../refusal';
import type { Settings } from '../settings';
import { noProjectHere } from './caller';
import { admit, countAnswers, type Guard } from './guard';

/**
 * Whether our own page makes the call. A page of another site cannot send the header without asking first (Fetch standard,
 * "CORS-preflight fetch"), and nothing under `/api` says yes to it. What the browser itself says of where the call comes from is
 * looked at too, also of reads: on the same site (other ports, other hosts of one domain) cookies come along.
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

/** What people's own calls are let in with. */
interface OwnerCallsParts {
  readonly guard: Guard;
  readonly settings: Settings;
  /** Id of the person whose project it is; undefined where there is none. */
  readonly ownerOf: (projectId: string) => Promise<string | undefined>;
}

/**
 * What stands before calls of the data API that a signed-in person makes of a project of their own, in place of a key. It comes
 * behind `requireSession`. Such calls are kept to the limits of the client address, and are counted, as all others are; other
 * people's projects do not exist for them, and nothing is counted there.
 */
export function letOwnersCall(scope: FastifyInstance, { guard, settings, ownerOf }: OwnerCallsParts): void {
  scope.decorateRequest('ownerId', undefined);
  scope.decorateRequest('presented', undefined);
  scope.addHook('onRequest', async (request) => {
    if (!isOwnCall(request, settings)) throw foreign();
    const { projectId } = request.params as { projectId: string };
    if ((await ownerOf(projectId)) !== request.person.id) throw noProjectHere();
    const refusal = await admit(request, guard, Date.now());
    if (refusal !== undefined) throw refusal;
    request.ownerId = request.person.id;
  });
  countAnswers(scope, guard);
}
