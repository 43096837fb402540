import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { keyringOf } from '../keys/keyring';
import type { Parts } from '../parts';
import { MonthlyPlan } from '../usage/monthlyPlan';
import { usageOf } from '../usage/usage';
import { keepInBackground } from './background';
import { allowOrigins } from './crossOrigin';
import { presentedKey } from './presentedKey';
import { RequestLimits } from './requestLimits';

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

/**
 * What stands before every address of the data API: the key that comes along is looked up (`callerOf` says what it may do),
 * scripts of other sites are let in, callers are kept to their limits, and answers are counted.
 */
export function guardDataApi(v1: FastifyInstance, parts: Parts): void {
  const keyring = keyringOf(parts);
  const usage = usageOf(parts);
  const limits = new RequestLimits(parts.settings);
  const plan = new MonthlyPlan(parts.db, parts.settings.plans);
  v1.decorateRequest('presented', undefined);
  v1.decorateRequest('countedProject', undefined);
  v1.decorateRequest('countedTab', '');
  v1.decorateRequest('fromCache', false);

  v1.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    const now = Date.now();
    request.presented = presentedKey(request.headers, keyring, now);
    allowOrigins(request, reply);
    if (request.method === 'OPTIONS') return done();
    done(limits.take(request, reply, now) ?? plan.refusal(projectIdOf(request), now));
  });

  v1.addHook('onResponse', (request, reply, done) => {
    const { countedProject, countedTab, method, fromCache } = request;
    if (countedProject !== undefined) usage.count(countedProject, countedTab, method, reply.statusCode, fromCache);
    done();
  });

  keepInBackground(v1, parts, { keyring, usage, plan });
}
