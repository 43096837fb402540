import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UNLIMITED_REQUESTS_PER_MINUTE } from '../../contract/plans';
import { createOriginFields } from '../http/crossOrigin';
import { transportHeaders } from '../http/securityHeaders';
import type { Parts } from '../parts';
import type { PlanLimits } from '../plans/planLimits';
import type { Refusal } from '../refusal';
import { repeat, type Repeated } from '../timeLimits';
import { forgetCountsBefore, hourOf, type Usage } from '../usage/usage';
import type { Keyring } from './keyring';
import { keyIn } from './presentedKey';
import type { Presented } from './caller';
import { RequestLimits } from './requestLimits';

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

/** What every request of the data API is looked up and counted in: one for the whole server. */
export interface Guard {
  readonly keyring: Keyring;
  readonly limits: RequestLimits;
  readonly plans: PlanLimits;
  readonly usage: Usage;
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

/** What the guard works with, made once for a server. */
export interface GuardParts extends Pick<Parts, 'settings'> {
  readonly keyring: Keyring;
  readonly planLimits: PlanLimits;
  readonly usage: Usage;
}

/** @param projects tells ids of projects from what is made up */
export function createGuard({ settings, keyring, planLimits, usage }: GuardParts, projects: KnownProjects): Guard {
  return {
    ...{ keyring, usage, projects, plans: planLimits },
    limits: new RequestLimits(settings.databaseUrl !== undefined),
    originFieldsOf: createOriginFields(transportHeaders(settings)),
  };
}

/**
 * Takes a call out of its caller's limits: those of the plan of the project's owner, or the same for all where there are no plans.
 *
 * @param projectId undefined where no project is known
 * @param now milliseconds since 1970
 * @returns what refuses a request whatever it asks
 */
function take(request: FastifyRequest, { limits, plans }: Guard, projectId: string | undefined, now: number) {
  const perMinute = plans.ofProject(projectId)?.requestsPerMinute ?? UNLIMITED_REQUESTS_PER_MINUTE;
  const { presented, ip } = request;
  const { fields, refusal } = limits.take({ presented, ip, projectId }, perMinute, now);
  request.limitFields = fields;
  return refusal;
}

/**
 * Admits a request, or says why not. What is asked of projects that are not in memory counts for the client address alone until the
 * database has said that there is one: made-up ids leave nothing behind.
 *
 * @param now milliseconds since 1970
 * @returns what refuses the request whatever it asks
 */
export function admit(
  request: FastifyRequest,
  guard: Guard,
  now: number,
): Refusal | undefined | Promise<Refusal | undefined> {
  const { projectId: id } = request.params as { projectId?: string };
  const takeOfProject = () => take(request, guard, id, now) ?? guard.plans.refusalOfMonth(id, now);
  if (id === undefined || request.presented?.key !== undefined || guard.projects.has(id)) return takeOfProject();
  const refusal = take(request, guard, undefined, now);
  if (refusal !== undefined) return refusal;
  return guard.projects.find(id).then((isProject) => (isProject ? takeOfProject() : undefined));
}

/** Looks up the key that comes along, and keeps its caller to the limits. Waits for the database only where it has to. */
function identifyAndLimit(v1: FastifyInstance, guard: Guard) {
  v1.addHook('onRequest', (request, _reply, done) => {
    const now = Date.now();
    const goOn = (presented: Presented | undefined) => {
      request.presented = presented;
      request.originFields = guard.originFieldsOf(request);
      if (request.method === 'OPTIONS') return done();
      const refusal = admit(request, guard, now);
      if (refusal instanceof Promise) refusal.then(done, done);
      else done(refusal);
    };
    const key = keyIn(request.headers);
    const presented = typeof key === 'string' ? guard.keyring.present(key, now) : key;
    if (presented instanceof Promise) void presented.then(goOn, done);
    else goOn(presented);
  });
}

const NO_FIELDS: readonly string[] = [];

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

/** Counts and last uses that a crash can lose: those of so many milliseconds. */
const FLUSH_PAUSE = 5_000;

/** Another server's revoked key is dead within so many milliseconds, and what a look takes. */
const REFRESH_PAUSE = 3_000;

const HOUR = 60 * 60 * 1000;

/** Counts are kept for a year and a bit. */
const COUNTS_KEPT = 400 * 24 * HOUR;

/** One by one, whatever becomes of the others; the first that failed is reported in the end. */
async function each(...works: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const work of works) await work().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Reads the keys before the first request, keeps what is counted every few seconds and at the end, and tidies up. */
function keepInBackground(
  scope: FastifyInstance,
  { db, settings }: Pick<Parts, 'db' | 'settings'>,
  { keyring, usage, plans }: Guard,
): void {
  const report = (error: unknown) => scope.log.error({ err: error }, 'keeping keys and usage failed');
  const flush = () =>
    each(
      () => usage.flush(Date.now()),
      () => keyring.flush(),
      () => plans.refresh(),
    );
  const tidy = () =>
    each(
      () => keyring.forgetMissing(),
      () => keyring.purgeRevoked(Date.now()),
      () => forgetCountsBefore(db, hourOf(Date.now() - COUNTS_KEPT)),
    );
  const repeated: Repeated[] = [];
  scope.addHook('onReady', async () => {
    await keyring.refresh(Date.now());
    await plans.refresh();
    repeated.push(repeat(FLUSH_PAUSE, flush, report), repeat(HOUR, tidy, report));
    if (settings.databaseUrl === undefined) return;
    repeated.push(repeat(REFRESH_PAUSE, () => keyring.refresh(Date.now()), report));
  });
  scope.addHook('onClose', async () => {
    for (const { end } of repeated) await end();
    await flush().catch(report);
  });
}

/**
 * What stands before every address of the data API: the key that comes along is looked up (`callerOf` says what it may do),
 * scripts of other sites are let in, callers are kept to their limits, and answers are counted.
 */
export function guardDataApi(v1: FastifyInstance, parts: Pick<Parts, 'db' | 'settings'>, guard: Guard): void {
  v1.decorateRequest('presented', undefined);
  v1.decorateRequest('ownerId', undefined);
  identifyAndLimit(v1, guard);
  countAnswers(v1, guard);
  keepInBackground(v1, parts, guard);
}
