import { randomUUID } from 'node:crypto';
import type { FastifyServerOptions } from 'fastify';
import { answerBrokenRequest, sendProblem } from '../problems';
import type { Settings } from '../settings';

/** Largest JSON body, in bytes; uploads have a limit of their own. */
const JSON_BODY_LIMIT = 1024 * 1024;

/** A whole upload of 100 MB has to fit, in milliseconds; headers alone have Node's own minute. */
export const REQUEST_TIMEOUT = 15 * 60_000;

/** How long a connection without requests is kept, in milliseconds. */
export const KEEP_ALIVE = 72_000;

/** A tab's title of 300 characters, each up to four bytes written as `%xx`. */
const LONGEST_PATH_PART = 300 * 4 * 3;

/** What must never be in a log. */
const SECRETS = [
  'req.headers.cookie',
  'req.headers.authorization',
  'req.headers["x-api-key"]',
  'res.headers["set-cookie"]',
];

function trustProxyOf({ trustProxy }: Settings): FastifyServerOptions['trustProxy'] {
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  return trustProxy === false ? false : [...trustProxy];
}

/** How the HTTP server behaves, whatever its routes. */
export const fastifyOptionsOf = (settings: Settings): FastifyServerOptions => ({
  logger: { level: settings.logLevel, redact: SECRETS },
  trustProxy: trustProxyOf(settings),
  genReqId: () => randomUUID(),
  bodyLimit: JSON_BODY_LIMIT,
  requestTimeout: REQUEST_TIMEOUT,
  keepAliveTimeout: KEEP_ALIVE,
  return503OnClosing: false,
  routerOptions: { maxParamLength: LONGEST_PATH_PART },
  frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
  clientErrorHandler: answerBrokenRequest,
});
