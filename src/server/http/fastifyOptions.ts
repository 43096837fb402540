import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import SerializerSelector from '@fastify/fast-json-stringify-compiler';
import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import type { FastifyHttpOptions, FastifyInstance, FastifyServerOptions } from 'fastify';
import type { FastifyRouteSchemaDef } from 'fastify/types/schema';
import type { Static, TSchema } from 'typebox';
import type { Settings } from '../settings';
import { answerInTurn } from './brokenRequests';
import { originHeaders } from './crossOrigin';
import { loggingOf, type LogTo, requestLogs } from './logging';
import { basePathOf } from './originOf';
import { sendProblem } from './problems';

declare module 'fastify' {
  /** Schemas of routes are TypeBox's: inputs and responses of handlers have their static types. */
  interface FastifyTypeProviderDefault {
    readonly validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
    readonly serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
  }
}

/** Compiled schema: a validator or a serializer. */
type Compiled<T> = (value: unknown) => T;

/** Compiles a schema at its first use: a start with a hundred schemas would take long. */
function lazily<Route, T>(compile: (route: Route) => Compiled<T>): (route: Route) => Compiled<T> {
  return (route) => {
    let compiled: Compiled<T> | undefined;
    return (value) => (compiled ??= compile(route))(value);
  };
}

const serializerOf = SerializerSelector()({}, {});

/** Uses the schemas of routes to validate requests (`bodies.ts`) and to serialize responses, without fields that no schema names. */
export function followSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(lazily(TypeBoxValidatorCompiler));
  app.setSerializerCompiler(
    lazily(({ httpStatus = '', ...route }: FastifyRouteSchemaDef<unknown>) => serializerOf({ ...route, httpStatus })),
  );
}

/** Maximum bytes of a JSON body; uploads have their own limit. */
const MAX_JSON_BYTES = 1024 * 1024;

/** Time for a whole upload of 100 MB; headers alone have Node's minute. */
const REQUEST_TIMEOUT_MS = 15 * 60_000;

/** Time an idle connection stays open. */
const KEEP_ALIVE_MS = 72_000;

/**
 * Time without traffic after which a connection is cut: its client has stopped reading, or is gone. No response takes so long to
 * compute.
 */
const STALL_TIMEOUT_MS = 5 * 60_000;

/** Maximum length of a path parameter: a tab's title of 300 characters, each up to four bytes written as `%xx`. */
const MAX_PATH_PARAMETER = 300 * 4 * 3;

function trustProxyOf({ trustProxy }: Pick<Settings, 'trustProxy'>): FastifyServerOptions['trustProxy'] {
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  return trustProxy === false ? false : [...trustProxy];
}

type Target = Pick<IncomingMessage, 'url' | 'headers'>;

/** Request target with scheme and authority, as clients send it to proxies. */
const ABSOLUTE_TARGET = /^https?:\/\/([^/?#]*)/i;

/** Returns the request target as a path. The authority of an absolute target replaces the Host (RFC 9112, section 3.2.2). */
function pathOf(request: Target): string {
  const { url = '/', headers } = request;
  const [whole, authority] = (url.startsWith('/') ? null : ABSOLUTE_TARGET.exec(url)) ?? [];
  if (whole === undefined) return url;
  headers.host = authority;
  const path = url.slice(whole.length);
  return path.startsWith('/') ? path : `/${path}`;
}

/** Removes the server's base path, unless a proxy already has. */
function withoutBase(path: string, base: string): string {
  if (!path.startsWith(base) || !['/', '?', undefined].includes(path[base.length])) return path;
  const rest = path.slice(base.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Address with a port, or in brackets: some proxies add those, and every connection would be another client. */
const WITH_PORT = /\[([\da-f:.]{2,45})\](?::\d{1,5})?|\b(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}\b/gi;

function removePorts({ headers }: Target): void {
  const addresses = headers['x-forwarded-for'];
  if (typeof addresses === 'string') headers['x-forwarded-for'] = addresses.replace(WITH_PORT, '$1$2');
}

/** Returns the function that maps a request to the path used for routing. */
function rewriteFor({ trustProxy, ...settings }: Pick<Settings, 'publicUrl' | 'trustProxy'>) {
  const base = basePathOf(settings);
  return (request: Target): string => {
    if (trustProxy !== false) removePorts(request);
    return base === '' ? pathOf(request) : withoutBase(pathOf(request), base);
  };
}

/**
 * Creates request ids unique across processes: a random UUID prefix with a counter. A random id for each request would take
 * longer than all rate limiting.
 */
function createIds(): () => string {
  const start = randomUUID().slice(0, -12);
  let count = 0;
  return () => start + (count += 1).toString(16).padStart(12, '0');
}

/**
 * Returns the options of the HTTP server.
 *
 * @param logTo destination of the log; by default standard output
 */
export const fastifyOptionsOf = (
  settings: Pick<Settings, 'logLevel' | 'trustProxy' | 'publicUrl'>,
  logTo?: LogTo,
): FastifyHttpOptions<Server> => ({
  // `refuseWithoutHost` handles requests without a Host. Duplicates of single-value headers are joined, and so become an invalid
  // host, key or media type; Node would use the first.
  http: { requireHostHeader: false, joinDuplicateHeaders: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS },
  rewriteUrl: rewriteFor(settings),
  logger: loggingOf(settings.logLevel, logTo),
  childLoggerFactory: requestLogs,
  trustProxy: trustProxyOf(settings),
  genReqId: createIds(),
  bodyLimit: MAX_JSON_BYTES,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionTimeout: STALL_TIMEOUT_MS,
  return503OnClosing: false,
  routerOptions: { maxParamLength: MAX_PATH_PARAMETER },
  frameworkErrors: (error, request, reply) => {
    // No route is reached that would set CORS headers. This response holds nothing about a person, so every site may read it.
    if (request.url.startsWith('/v1/')) reply.headers(originHeaders('*', false));
    void sendProblem(error, request, reply);
  },
  // Sent after the responses of this turn of the event loop, which go out at its end (`endTogether`).
  clientErrorHandler: (error, socket) => void setImmediate(answerInTurn, error, socket),
});
