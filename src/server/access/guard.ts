import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Keyring, keyringOf } from '../keys/keyring';
import { transportHeaders } from '../http/transportSecurity';
import { sharedCallsOf } from '../nodes/sharedCalls';
import type { Parts } from '../parts';
import { type PlanLimits, planLimitsOf } from '../plans/planLimits';
import { MonthlyPlan } from '../usage/monthlyPlan';
import { type Usage, usageOf } from '../usage/usage';
import { keepInBackground } from './background';
import { originAllowed, originHeaders, type Sender } from './crossOrigin';
import { keyInHeaders, lookUp, type Presented, presentedKey, unknownHash } from './presentedKey';
import { limitsByNumber, limitsByPlan, type LimitsOf } from './requestLimits';

declare module 'fastify' {
  interface FastifyRequest {
    /** The project a request of the data API is counted for, once that is known. */
    countedProject: string | undefined;
    /** The tab, where it is one; else empty. */
    countedTab: string;
    /** Whether a finished body was sent again. */
    fromCache: boolean;
  }
}

/** Counts the request for a project, or for one of its tabs. Call it as soon as they are known, before anything is refused. */
export function countFor(request: FastifyRequest, projectId: string, tabId = ''): void {
  request.countedProject = projectId;
  request.countedTab = tabId;
}

/** Counts the request as answered by a body that was ready. */
export function countFromCache(request: FastifyRequest): void {
  request.fromCache = true;
}

const projectIdOf = ({ params }: FastifyRequest) => (params as { projectId?: string }).projectId;

/** What every request of the data API is looked up and counted in. */
export interface Guard {
  readonly keyring: Keyring;
  readonly limitsOf: LimitsOf;
  /** What every answer says of how it is to be reached. */
  readonly transport: Readonly<Record<string, string>>;
  readonly plans: PlanLimits;
  readonly plan: MonthlyPlan;
  readonly usage: Usage;
  /** Whether other servers share the database. */
  readonly hasOthers: boolean;
}

/** What an answer says of the sites whose scripts may read it. */
export const headersFor = (sender: Sender) => originHeaders(originAllowed(sender), sender.presented !== undefined);

/**
 * Takes a call out of the limits of whoever makes it, and tells where they stand.
 *
 * @param now milliseconds since 1970
 * @returns what refuses a request whatever it asks
 */
export function admit(request: FastifyRequest, reply: FastifyReply, { limitsOf, plan }: Guard, now: number) {
  const projectId = projectIdOf(request);
  const limits = limitsOf(projectId);
  const bucket = limits.bucketOf({ presented: request.presented, ip: request.ip, projectId }, now);
  const refusal = limits.take(bucket, now);
  reply.header('ratelimit-policy', limits.policy).header('ratelimit', limits.told(bucket));
  return refusal ?? plan.refusal(projectId, now);
}

/**
 * A key that another server has made a moment ago is looked for before it is said not to be one.
 *
 * @param text as it is written
 * @param presented what is known of it here
 */
export async function soughtKey(
  { keyring, hasOthers }: Guard,
  text: string,
  presented: Presented,
  now: number,
): Promise<Presented> {
  const hash = hasOthers ? unknownHash(text, presented) : undefined;
  return hash !== undefined && (await keyring.seek(hash, now)) ? lookUp(keyring, text, now) : presented;
}

function addHooks(v1: FastifyInstance, guard: Guard) {
  v1.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    const now = Date.now();
    const presented = presentedKey(request.headers, guard.keyring, now);
    const goOn = (found: Presented | undefined) => {
      request.presented = found;
      reply.headers(headersFor(request));
      if (request.method === 'OPTIONS') return done();
      done(admit(request, reply, guard, now));
    };
    const isSought = guard.hasOthers && presented !== undefined && presented.key === undefined;
    if (isSought) void soughtKey(guard, keyInHeaders(request.headers), presented, now).then(goOn, done);
    else goOn(presented);
  });

  v1.addHook('onResponse', (request, reply, done) => {
    const { countedProject, countedTab, method, fromCache } = request;
    if (countedProject !== undefined) {
      guard.usage.count(countedProject, countedTab, method, reply.statusCode, fromCache, reply.elapsedTime);
    }
    done();
  });
}

/**
 * What stands before every address of the data API: the key that comes along is looked up (`callerOf` says what it may do),
 * scripts of other sites are let in, callers are kept to their limits, and answers are counted.
 *
 * @returns what the door (`../endpoints/door`) looks up and counts in too
 */
export function guardDataApi(v1: FastifyInstance, parts: Parts): Guard {
  const shared = sharedCallsOf(parts.db);
  const byNumber = limitsByNumber(shared);
  shared?.applyTo(byNumber);
  const guard: Guard = {
    keyring: keyringOf(parts),
    limitsOf: limitsByPlan(planLimitsOf(parts), byNumber),
    transport: transportHeaders(parts.settings),
    plans: planLimitsOf(parts),
    plan: new MonthlyPlan(parts.db, parts.settings.plans),
    usage: usageOf(parts),
    hasOthers: shared !== undefined,
  };
  v1.decorateRequest('presented', undefined);
  v1.decorateRequest('countedProject', undefined);
  v1.decorateRequest('countedTab', '');
  v1.decorateRequest('fromCache', false);
  addHooks(v1, guard);
  keepInBackground(v1, parts, guard);
  return guard;
}
