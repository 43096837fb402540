import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from './metric';
import { TimesCounter } from './times';

/** Parts of the server that are told apart. */
export const areas = ['data', 'app', 'site'] as const;
export type Area = (typeof areas)[number];

/** Requests that no project's usage counts, by area. */
export const answered = new Counter<'area' | 'method' | 'status'>(
  'tabpoint_requests_total',
  'Requests answered, by area (data: /v1, app: /api, site: pages and files), method and status.',
);

/** How long they took. */
export const answerTimes: Readonly<Record<Area, TimesCounter>> = {
  data: new TimesCounter(),
  app: new TimesCounter(),
  site: new TimesCounter(),
};

function areaOf(url: string): Area {
  if (url.startsWith('/v1')) return 'data';
  return url.startsWith('/api') ? 'app' : 'site';
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** `2xx`, `304`, `4xx` …, as usage tells them. */
const outcomeOf = (status: number) => (status === 304 ? '304' : `${Math.floor(status / 100)}xx`);

/** A stream lasts as long as somebody listens: that is no time an answer took. */
const isStream = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('text/event-stream');

function count(request: FastifyRequest, reply: FastifyReply) {
  const area = areaOf(request.url);
  const method = METHODS.has(request.method) ? request.method : 'other';
  answered.add({ area, method, status: outcomeOf(reply.statusCode) });
  if (!isStream(reply)) answerTimes[area].add(reply.elapsedTime);
}

/** Counts every answer of Fastify's; requests that are counted for a project are counted there. */
export function countAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (request.countedProject === undefined) count(request, reply);
    done();
  });
}
