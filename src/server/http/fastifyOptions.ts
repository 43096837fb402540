import { randomUUID } from 'node:crypto';
import type { FastifyServerOptions } from 'fastify';
import { originHeaders } from '../access/crossOrigin';
import { sendProblem } from '../problems';
import { answerBrokenRequest } from './brokenRequests';
import type { Settings } from '../settings';
import { loggingOf, type LogTo } from './logging';

/** Largest JSON body, in bytes; uploads have a limit of their own. */
const JSON_BODY_LIMIT = 1024 * 1024;

/** A whole upload of 100 MB has to fit, in milliseconds; headers alone have Node's own minute. */
export const REQUEST_TIMEOUT = 15 * 60_000;

/** How long a connection without requests is kept, in milliseconds. */
export const KEEP_ALIVE = 72_000;

/**
 * A connection on which nothing moves for so long, in milliseconds, is cut: its client reads nothing any more, or is gone. No
 * answer takes so long to be worked out.
 */
export const STALLED = 5 * 60_000;

/** A tab's title of 300 characters, each up to four bytes written as `%xx`. */
const LONGEST_PATH_PART = 300 * 4 * 3;

function trustProxyOf({ trustProxy }: Settings): FastifyServerOptions['trustProxy'] {
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  return trustProxy === false ? false : [...trustProxy];
}

/**
 * How the HTTP server behaves, whatever its routes.
 *
 * @param logTo where the log goes; standard output when not given
 */
export const fastifyOptionsOf = (settings: Settings, logTo?: LogTo): FastifyServerOptions => ({
  logger: loggingOf(settings.logLevel, logTo),
  trustProxy: trustProxyOf(settings),
  genReqId: () => randomUUID(),
  bodyLimit: JSON_BODY_LIMIT,
  requestTimeout: REQUEST_TIMEOUT,
  keepAliveTimeout: KEEP_ALIVE,
  return503OnClosing: false,
  routerOptions: { maxParamLength: LONGEST_PATH_PART },
  frameworkErrors: (error, request, reply) => {
    // No address is reached, and so nothing that says who may read its answers: this one tells nothing of anybody.
    if (request.url.startsWith('/v1/')) reply.headers(originHeaders('*', false));
    void sendProblem(error, request, reply);
  },
  clientErrorHandler: answerBrokenRequest,
});
