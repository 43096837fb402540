import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UNLIMITED_REQUESTS_PER_MINUTE } from '../../contract/plans';
import { type Awaitable, whenReady } from '../awaitable';
import type { ProjectsTable } from '../database/tables/projects';
import { createOriginFields } from '../http/crossOrigin';
import { transportHeaders } from '../http/securityHeaders';
import type { Parts } from '../parts';
import type { PlanLimits } from '../plans/planLimits';
import type { Refusal } from '../refusal';
import { repeat, type Repeated } from '../timeLimits';
import type { Usage } from '../usage/usage';
import type { Presented } from './caller';
import type { Keyring } from './keyring';
import { keyIn } from './presentedKey';
import { RequestLimits } from './requestLimits';

declare module 'fastify' {
  interface FastifyRequest {
    /** The project that a data API request is counted for, once known. */
    countedProject: string | undefined;
    /** The tab that it is counted for; empty without one. */
    countedTab: string;
    /** Whether the response body was cached. */
    fromCache: boolean;
    /** Headers of every response to the caller, as alternating names and values: CORS, and rate limits. */
    originFields: readonly string[] | undefined;
    limitFields: readonly string[] | undefined;
  }
}

/** Counts the request for a project or one of its tabs. Call it as soon as they are known, before any refusal. */
export function countFor(request: FastifyRequest, projectId: string, tabId = ''): void {
  request.countedProject = projectId;
  request.countedTab = tabId;
}

/** Counts the request as answered from a cache. */
export function countFromCache(request: FastifyRequest): void {
  request.fromCache = true;
}

/** Dependencies of every data API request; one instance per server. */
export interface Guard {
  readonly keyring: Keyring;
  readonly limits: RequestLimits;
  readonly plans: PlanLimits;
  readonly usage: Usage;
  readonly projects: KnownProjects;
  /** Returns the CORS headers of a response, as alternating names and values. */
  readonly originFieldsOf: ReturnType<typeof createOriginFields>;
}

/** The projects that exist. */
interface KnownProjects {
  /** Returns a project as last read; undefined if it is not in memory. */
  last(id: string): object | undefined;
  /** Returns a project, with a query if needed; undefined if it does not exist. */
  get(id: string): Awaitable<{ readonly project: Pick<ProjectsTable, 'owner_id'> } | undefined>;
}

type GuardParts = Pick<Parts, 'settings'> & Pick<Guard, 'keyring' | 'plans' | 'usage' | 'projects'>;

export const createGuard = ({ settings, keyring, plans, usage, projects }: GuardParts): Guard => ({
  ...{ keyring, plans, usage, projects },
  limits: new RequestLimits(settings.databaseUrl !== undefined),
  originFieldsOf: createOriginFields(transportHeaders(settings)),
});

/**
 * Takes a request from its caller's rate limit: that of the plan of the project's owner, or the common one without plans.
 *
 * @param projectId undefined without a known project
 * @param now milliseconds since 1970
 * @returns the refusal when the limit is exceeded
 */
function take(request: FastifyRequest, { limits, plans }: Guard, projectId: string | undefined, now: number) {
  const perMinute = plans.ofProject(projectId)?.requestsPerMinute ?? UNLIMITED_REQUESTS_PER_MINUTE;
  const { presented, ip } = request;
  const { fields, refusal } = limits.take({ presented, ip, projectId }, perMinute, now);
  request.limitFields = fields;
  return refusal;
}

/**
 * Applies the rate limits to a request. A project that is not in memory counts for the client address alone until the database has
 * confirmed that it exists, so that made-up ids use no memory.
 *
 * @param now milliseconds since 1970
 * @returns the refusal when a limit is exceeded
 */
export function admit(request: FastifyRequest, guard: Guard, now: number): Awaitable<Refusal | undefined> {
  const { projectId: id } = request.params as { projectId?: string };
  const takeOfProject = () => take(request, guard, id, now) ?? guard.plans.refusalOfMonth(id, now);
  if (id === undefined || request.presented?.key !== undefined || guard.projects.last(id)) return takeOfProject();
  const refusal = take(request, guard, undefined, now);
  if (refusal !== undefined) return refusal;
  return whenReady(guard.projects.get(id), (project) => project && takeOfProject());
}

/** Looks up the request's key and applies the rate limits. Waits for the database only if needed. */
function identifyAndLimit(v1: FastifyInstance, guard: Guard) {
  v1.addHook('onRequest', (request, _reply, done) => {
    const now = Date.now();
    const proceed = (presented: Presented | undefined) => {
      request.presented = presented;
      request.originFields = guard.originFieldsOf(request);
      if (request.method === 'OPTIONS') return done();
      const refusal = admit(request, guard, now);
      if (refusal instanceof Promise) refusal.then(done, done);
      else done(refusal);
    };
    const key = keyIn(request.headers);
    const presented = typeof key === 'string' ? guard.keyring.present(key, now) : key;
    if (presented instanceof Promise) void presented.then(proceed, done);
    else proceed(presented);
  });
}

/** Adds the rate limit headers to the responses of `scope`, and counts them for the project set by `countFor`. */
export function countAnswers(scope: FastifyInstance, guard: Guard): void {
  scope.decorateRequest('countedProject', undefined);
  scope.decorateRequest('countedTab', '');
  scope.decorateRequest('fromCache', false);
  scope.decorateRequest('originFields', undefined);
  scope.decorateRequest('limitFields', undefined);

  scope.addHook('onSend', (request, reply, _payload, done) => {
    const fields = [...(request.originFields ?? []), ...(request.limitFields ?? [])];
    for (let at = 0; at < fields.length; at += 2) {
      if (!reply.hasHeader(fields[at]!)) reply.header(fields[at]!, fields[at + 1]);
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

/** Milliseconds between flushes: counts and last uses of this period are lost in a crash. */
const FLUSH_INTERVAL_MS = 5_000;

/** Milliseconds between polls for keys that other servers have changed: the maximum delay of a revocation, plus the query. */
const REFRESH_INTERVAL_MS = 3_000;

/** Loads the keys before the first request, and flushes counts every few seconds and at shutdown. */
function maintainInBackground(
  scope: FastifyInstance,
  { settings }: Pick<Parts, 'settings'>,
  { keyring, usage, plans }: Guard,
): void {
  const report = (error: unknown) => scope.log.error({ err: error }, 'keeping keys and usage failed');
  const flush = () => Promise.all([usage.flush(Date.now()), keyring.flush(), plans.refresh()]);
  const repeated: Repeated[] = [];
  scope.addHook('onReady', async () => {
    await keyring.refresh(Date.now());
    await plans.refresh();
    repeated.push(repeat(FLUSH_INTERVAL_MS, flush, report));
    if (settings.databaseUrl === undefined) return;
    repeated.push(repeat(REFRESH_INTERVAL_MS, () => keyring.refresh(Date.now()), report));
  });
  scope.addHook('onClose', async () => {
    for (const { end } of repeated) await end();
    await flush().catch(report);
  });
}

/** Adds the hooks of every data API address: key lookup (`callerOf` decides its rights), CORS, rate limits and usage counts. */
export function guardDataApi(v1: FastifyInstance, parts: Pick<Parts, 'settings'>, guard: Guard): void {
  v1.decorateRequest('presented', undefined);
  v1.decorateRequest('ownerId', undefined);
  identifyAndLimit(v1, guard);
  countAnswers(v1, guard);
  maintainInBackground(v1, parts, guard);
}
