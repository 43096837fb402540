import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import SerializerSelector from '@fastify/fast-json-stringify-compiler';
import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import type { FastifyHttpOptions, FastifyInstance, FastifyServerOptions } from 'fastify';
import type { FastifyRouteSchemaDef } from 'fastify/types/schema';
import type { Static, TSchema } from 'typebox';
import { type ProblemCode, problemCodes } from '../../contract/problems';
import type { Settings } from '../settings';
import { originHeaders } from './crossOrigin';
import { loggingOf, type LogTo, requestLogs } from './logging';
import { basePathOf } from './originOf';
import { PROBLEM_TYPE, problemOf, sendProblem } from './problems';
import { DATA_POLICY } from './securityHeaders';

declare module 'fastify' {
  /** Schemas of routes are TypeBox's: what a handler is given, and what it answers, has the types that they say. */
  interface FastifyTypeProviderDefault {
    readonly validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
    readonly serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
  }
}

/** What a route's schema is compiled to: it takes a value and says what it is checked, or written, as. */
type Compiled<T> = (value: unknown) => T;

/** Puts compiling off until something is to be checked or written: a start with a hundred schemas does without. */
function later<Route, T>(compile: (route: Route) => Compiled<T>): (route: Route) => Compiled<T> {
  return (route) => {
    let compiled: Compiled<T> | undefined;
    return (value) => (compiled ??= compile(route))(value);
  };
}

const checkLater = later(TypeBoxValidatorCompiler);
const writerOf = SerializerSelector()({}, {});
const writeLater = later(({ httpStatus = '', ...route }: FastifyRouteSchemaDef<unknown>) =>
  writerOf({ ...route, httpStatus }),
);

/**
 * What schemas of routes are for: requests are checked by them (`readBodies.ts` says how), and answers written, with nothing in
 * them that no schema names.
 */
export function followSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(checkLater);
  app.setSerializerCompiler(writeLater);
}

/** What the parser could make nothing of, as Node tells of it. */
interface BrokenRequest extends NodeJS.ErrnoException {
  /** A `Buffer`, where there is one; requests before the broken one may be in it. */
  readonly rawPacket?: unknown;
  /** How much of it could be read. */
  readonly bytesParsed?: number;
}

/** What is answered to a broken request, and what to do about it. */
type Said = readonly [code: ProblemCode, detail: string, hint?: string];

/** A space ends the address for the parser; curl sends it, and letters beyond ASCII, as they were typed. */
const UNREADABLE_ADDRESS: Said = [
  'malformed_request',
  'The address of the request holds a space, or a character beyond ASCII.',
  'Percent-encode it: “São Paulo” is S%C3%A3o%20Paulo. curl does so with -G --data-urlencode.',
];

const known: Readonly<Record<string, Said>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request took too long to arrive.'],
  // Headers have 16 KB together with the address, which is what grows.
  HPE_HEADER_OVERFLOW: [
    'malformed_request',
    'The headers of the request are too large.',
    'A long question goes into the body of a POST to …/_query.',
  ],
  HPE_INVALID_URL: UNREADABLE_ADDRESS,
  HPE_INVALID_CONSTANT: UNREADABLE_ADDRESS,
};

/** A request that is HTTP but for its method, which the parser does not know. */
const UNKNOWN_METHOD = /^[!#$%&'*+.^`|~\w-]{1,50} \S+ HTTP\/1\.[01]\r?\n/;

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

function isUnknownMethod({ code, rawPacket, bytesParsed = 0 }: BrokenRequest): boolean {
  if (code !== 'HPE_INVALID_METHOD' || !Buffer.isBuffer(rawPacket)) return false;
  const line = rawPacket.toString('latin1', 0, bytesParsed).lastIndexOf('\n') + 1;
  return UNKNOWN_METHOD.test(rawPacket.toString('latin1', line, line + 8_192));
}

function saidOf(error: BrokenRequest): Said {
  if (isUnknownMethod(error)) return ['method_not_allowed', `No address here answers this method, but ${METHODS}.`];
  return known[error.code ?? ''] ?? ['malformed_request', 'This is not an HTTP request.'];
}

/** Answers what is not even HTTP, where there is no request to answer yet. */
export function answerBrokenRequest(error: BrokenRequest, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [code, detail, hint] = saidOf(error);
  const { status, title } = problemCodes[code];
  const body = JSON.stringify(problemOf(code, detail, { hint }, randomUUID()));
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Content-Security-Policy: ${DATA_POLICY}`,
    'X-Content-Type-Options: nosniff',
    // Scripts of every site may read it: it holds nothing about a person.
    'Access-Control-Allow-Origin: *',
    ...(code === 'method_not_allowed' ? [`Allow: ${METHODS}`] : []),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Largest JSON body, in bytes; uploads have a limit of their own. */
const JSON_BODY_LIMIT = 1024 * 1024;

/** A whole upload of 100 MB has to fit, in milliseconds; headers alone have Node's own minute. */
const REQUEST_TIMEOUT = 15 * 60_000;

/** How long a connection without requests is kept, in milliseconds. */
const KEEP_ALIVE = 72_000;

/**
 * A connection on which nothing moves for so long, in milliseconds, is cut: its client reads nothing any more, or is gone. No
 * answer takes so long to be worked out.
 */
const STALLED = 5 * 60_000;

/** A tab's title of 300 characters, each up to four bytes written as `%xx`. */
const LONGEST_PATH_PART = 300 * 4 * 3;

function trustProxyOf({ trustProxy }: Pick<Settings, 'trustProxy'>): FastifyServerOptions['trustProxy'] {
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  return trustProxy === false ? false : [...trustProxy];
}

/** A target with scheme and authority, as clients send it to proxies. */
const ABSOLUTE = /^https?:\/\/([^/?#]*)/i;

/**
 * The target of a request as a path. One in absolute form is taken apart: its authority counts as the Host (RFC 9112, section
 * 3.2.2).
 */
function pathOf(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const { url = '/', headers } = request;
  const [whole, authority] = (url.startsWith('/') ? null : ABSOLUTE.exec(url)) ?? [];
  if (whole === undefined) return url;
  headers.host = authority;
  const path = url.slice(whole.length);
  return path.startsWith('/') ? path : `/${path}`;
}

/** The path without the one that the server is below. A proxy may have taken it off already. */
function withoutBase(path: string, base: string): string {
  if (!path.startsWith(base) || !['/', '?', undefined].includes(path[base.length])) return path;
  const rest = path.slice(base.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** What Fastify routes by. */
function rewriteFor(
  settings: Pick<Settings, 'publicUrl'>,
): (request: Pick<IncomingMessage, 'url' | 'headers'>) => string {
  const base = basePathOf(settings);
  return base === '' ? pathOf : (request) => withoutBase(pathOf(request), base);
}

/**
 * Makes ids that no other process makes: UUIDs whose last part counts. A random one for each request takes longer than all that the
 * limits do.
 */
function createIds(): () => string {
  const start = randomUUID().slice(0, -12);
  let count = 0;
  return () => start + (count += 1).toString(16).padStart(12, '0');
}

/**
 * How the HTTP server behaves, whatever its routes.
 *
 * @param logTo where the log goes; standard output when not given
 */
export const fastifyOptionsOf = (
  settings: Pick<Settings, 'logLevel' | 'trustProxy' | 'publicUrl'>,
  logTo?: LogTo,
): FastifyHttpOptions<Server> => ({
  // A request without a host is refused by `refuseWithoutHost`. Headers that may come once only, and come twice, are joined: that is
  // no host, no key and no media type, where Node would go by the first.
  http: { requireHostHeader: false, joinDuplicateHeaders: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE },
  rewriteUrl: rewriteFor(settings),
  logger: loggingOf(settings.logLevel, logTo),
  childLoggerFactory: requestLogs,
  trustProxy: trustProxyOf(settings),
  genReqId: createIds(),
  bodyLimit: JSON_BODY_LIMIT,
  requestTimeout: REQUEST_TIMEOUT,
  keepAliveTimeout: KEEP_ALIVE,
  connectionTimeout: STALLED,
  return503OnClosing: false,
  routerOptions: { maxParamLength: LONGEST_PATH_PART },
  frameworkErrors: (error, request, reply) => {
    // No address is reached, and so nothing that says who may read its answers: this one holds nothing about a person.
    if (request.url.startsWith('/v1/')) reply.headers(originHeaders('*', false));
    void sendProblem(error, request, reply);
  },
  // After what was answered in this turn of the event loop, which goes out at its end (`endTogether`).
  clientErrorHandler: (error, socket) => void setImmediate(answerBrokenRequest, error, socket),
});
