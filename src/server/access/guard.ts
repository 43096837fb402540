import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Keyring } from './keyring';
import type { SharedCalls } from './sharedCalls';
import type { Parts } from '../parts';
import type { PlanLimits } from '../plans/planLimits';
import { MonthlyPlan } from '../usage/monthlyPlan';
import type { Usage } from '../usage/usage';
import { keepInBackground } from './background';
import { createOriginFields } from '../http/crossOrigin';
import { transportHeaders } from '../http/securityHeaders';
import { keyInHeaders, lookUp, type Presented, presentedKey, unknownHash } from './presentedKey';
import type { Refusal } from '../refusal';
import { limitsByNumber, limitsByPlan, type LimitsOf } from './requestLimits';

declare module 'fastify' {
  interface FastifyRequest {
    /** The project a request of the data API is counted for, once that is known. */
    countedProject: string | undefined;
    /** The tab, where it is one; else empty. */
    countedTab: string;
    /** Whether a finished body was sent again. */
    fromCache: boolean;
    /** Headers that every answer to the caller has, names and values in turn: who may read it, and what is left of the limits. */
    originFields: readonly string[] | undefined;
    limitFields: readonly string[] | undefined;
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
  readonly plans: PlanLimits;
  readonly plan: MonthlyPlan;
  readonly usage: Usage;
  /** Whether other servers share the database. */
  readonly hasOthers: boolean;
  readonly projects: KnownProjects;
  /** Headers that say which sites' scripts may read the answer to a request, names and values in turn. */
  readonly originFieldsOf: ReturnType<typeof createOriginFields>;
}

/** Tells ids of projects from what is made up. */
export interface KnownProjects {
  /** Whether there is a project of an id, as far as is known without asking the database. */
  has(id: string): boolean;
  /** The same, having asked the database. */
  find(id: string): Promise<boolean>;
}

/**
 * Takes a call out of the limits of whoever makes it, and tells where they stand.
 *
 * @param projectId undefined where no project is known
 * @param now milliseconds since 1970
 * @returns what refuses a request whatever it asks
 */
function take(request: FastifyRequest, guard: Guard, projectId: string | undefined, now: number) {
  const limits = guard.limitsOf(projectId);
  const bucket = limits.bucketOf({ presented: request.presented, ip: request.ip, projectId }, now);
  const refusal = limits.take(bucket, now);
  request.limitFields = ['ratelimit-policy', limits.policy, 'ratelimit', limits.told(bucket)];
  return refusal;
}

/**
 * Admits a request, or says why not. What is asked of projects that are not in memory counts for the client address alone until the
 * database has said that there is one: ids that somebody makes up leave nothing behind.
 *
 * @param now milliseconds since 1970
 * @returns what refuses the request whatever it asks
 */
export function admit(
  request: FastifyRequest,
  guard: Guard,
  now: number,
): Refusal | undefined | Promise<Refusal | undefined> {
  const id = projectIdOf(request);
  const takeOfProject = () => take(request, guard, id, now) ?? guard.plan.refusal(id, now);
  if (id === undefined || request.presented?.key !== undefined || guard.projects.has(id)) return takeOfProject();
  const refusal = take(request, guard, undefined, now);
  if (refusal !== undefined) return refusal;
  return guard.projects.find(id).then((isProject) => (isProject ? takeOfProject() : undefined));
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

const NO_FIELDS: readonly string[] = [];

function addHooks(v1: FastifyInstance, guard: Guard) {
  v1.addHook('onRequest', (request: FastifyRequest, _reply: FastifyReply, done) => {
    const now = Date.now();
    const presented = presentedKey(request.headers, guard.keyring, now);
    const goOn = (found: Presented | undefined) => {
      request.presented = found;
      request.originFields = guard.originFieldsOf(request);
      if (request.method === 'OPTIONS') return done();
      const refusal = admit(request, guard, now);
      if (refusal instanceof Promise) refusal.then(done, done);
      else done(refusal);
    };
    const isSought = guard.hasOthers && presented !== undefined && presented.key === undefined;
    if (isSought) void soughtKey(guard, keyInHeaders(request.headers), presented, now).then(goOn, done);
    else goOn(presented);
  });
}

/** Answers of `scope` say where their caller stands, and are counted for the project that `countFor` has named. */
export function countAnswers(scope: FastifyInstance, guard: Guard): void {
  scope.decorateRequest('countedProject', undefined);
  scope.decorateRequest('countedTab', '');
  scope.decorateRequest('fromCache', false);
  scope.decorateRequest('originFields', undefined);
  scope.decorateRequest('limitFields', undefined);

  scope.addHook('onSend', (request, reply, _payload, done) => {
    for (const fields of [request.originFields ?? NO_FIELDS, request.limitFields ?? NO_FIELDS]) {
      for (let at = 0; at < fields.length; at += 2) {
        if (!reply.hasHeader(fields[at]!)) reply.header(fields[at]!, fields[at + 1]);
      }
    }
    done();
  });

  scope.addHook('onResponse', (request, reply, done) => {
    const { countedProject, countedTab, method, fromCache } = request;
    if (countedProject !== undefined) {
      guard.usage.count(countedProject, countedTab, method, reply.statusCode, fromCache, reply.elapsedTime);
    }
    done();
  });
}

/** What the guard works with, made once for a server. */
export interface GuardParts extends Pick<Parts, 'db' | 'settings'> {
  readonly keyring: Keyring;
  readonly planLimits: PlanLimits;
  readonly usage: Usage;
  /** Of a server that has others beside it. */
  readonly sharedCalls: SharedCalls | undefined;
}

/**
 * Makes what requests of the data API are looked up and counted in: one for the whole server, whichever way they come.
 *
 * @param projects tells ids of projects from what is made up
 */
export function createGuard(parts: GuardParts, projects: KnownProjects): Guard {
  const { db, settings, keyring, planLimits, usage, sharedCalls } = parts;
  const byNumber = limitsByNumber(sharedCalls);
  sharedCalls?.applyTo(byNumber);
  return {
    keyring,
    limitsOf: limitsByPlan(planLimits, byNumber),
    plans: planLimits,
    plan: new MonthlyPlan(db, settings.plans),
    usage,
    hasOthers: sharedCalls !== undefined,
    projects,
    originFieldsOf: createOriginFields(transportHeaders(settings)),
  };
}

/**
 * What stands before every address of the data API: the key that comes along is looked up (`callerOf` says what it may do),
 * scripts of other sites are let in, callers are kept to their limits, and answers are counted.
 */
export function guardDataApi(v1: FastifyInstance, parts: Pick<Parts, 'db' | 'settings'>, guard: Guard): void {
  v1.decorateRequest('presented', undefined);
  v1.decorateRequest('ownerId', undefined);
  addHooks(v1, guard);
  countAnswers(v1, guard);
  keepInBackground(v1, parts, guard);
}
