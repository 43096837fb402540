import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ProblemCode, problemCodes } from '../../contract/problems';
import { PROBLEM_TYPE, problemOf } from './problems';
import { DATA_POLICY } from './securityHeaders';

/** Request that Node's parser could not parse. */
interface BrokenRequest extends NodeJS.ErrnoException {
  /** The received bytes, a `Buffer` if present; may include earlier, valid requests. */
  readonly rawPacket?: unknown;
  /** Number of bytes parsed. */
  readonly bytesParsed?: number;
}

/** Response to an unparsable request. */
type BrokenProblem = readonly [code: ProblemCode, detail: string, hint?: string];

/** A space ends the URL for the parser; curl sends spaces and non-ASCII letters as typed. */
const UNREADABLE_ADDRESS: BrokenProblem = [
  'malformed_request',
  'The address of the request holds a space, or a character beyond ASCII.',
  'Percent-encode it: “São Paulo” is S%C3%A3o%20Paulo. curl does so with -G --data-urlencode.',
];

const problemByError: Readonly<Record<string, BrokenProblem>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request took too long to arrive.'],
  // Headers and URL together may have 16 KB, and the URL is what grows.
  HPE_HEADER_OVERFLOW: [
    'malformed_request',
    'The headers of the request are too large.',
    'Send a long query in the body of a POST to …/_query.',
  ],
  HPE_INVALID_URL: UNREADABLE_ADDRESS,
  HPE_INVALID_CONSTANT: UNREADABLE_ADDRESS,
};

/** HTTP request line with a method unknown to the parser. */
const UNKNOWN_METHOD = /^[!#$%&'*+.^`|~\w-]{1,50} \S+ HTTP\/1\.[01]\r?\n/;

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

function isUnknownMethod({ code, rawPacket, bytesParsed = 0 }: BrokenRequest): boolean {
  if (code !== 'HPE_INVALID_METHOD' || !Buffer.isBuffer(rawPacket)) return false;
  const line = rawPacket.toString('latin1', 0, bytesParsed).lastIndexOf('\n') + 1;
  return UNKNOWN_METHOD.test(rawPacket.toString('latin1', line, line + 8_192));
}

function problemFor(error: BrokenRequest): BrokenProblem {
  if (isUnknownMethod(error)) return ['method_not_allowed', `No address here answers this method, but ${METHODS}.`];
  return problemByError[error.code ?? ''] ?? ['malformed_request', 'This is not an HTTP request.'];
}

/** Responds to an unparsable request, for which no Fastify request exists. */
export function answerBrokenRequest(error: BrokenRequest, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [code, detail, hint] = problemFor(error);
  const { status, title } = problemCodes[code];
  const body = JSON.stringify(problemOf(code, detail, { hint }, randomUUID()));
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Content-Security-Policy: ${DATA_POLICY}`,
    'X-Content-Type-Options: nosniff',
    // Readable by scripts of every site: it holds nothing about a person.
    'Access-Control-Allow-Origin: *',
    ...(code === 'method_not_allowed' ? [`Allow: ${METHODS}`] : []),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** The last response of each connection. */
const lastResponses = new WeakMap<Socket, ServerResponse>();

/** Responses that are followed by the one to an unparsable request. */
const followed = new WeakSet<ServerResponse>();

/**
 * Responds to an unparsable request after the responses to the requests before it, in their order: a body that is longer than its
 * `Content-Length` says is read as a request of its own.
 */
export function answerInTurn(error: BrokenRequest, socket: Socket): void {
  const answer = () => answerBrokenRequest(error, socket);
  const last = lastResponses.get(socket);
  // The request is the broken one itself if its body is incomplete.
  const isEarlier = last !== undefined && (last.req.complete || last.headersSent);
  if (!isEarlier || last.writableFinished || socket.destroyed) return answer();
  // Whatever arrives then is another error of the same request: to keep it until its turn would take any amount of memory.
  if (followed.has(last)) return;
  followed.add(last);
  last.once('close', answer);
}

/** Prepares the HTTP server for what does not reach Fastify. */
export function prepareServer(server: Server): void {
  server.on('request', (request, response) => lastResponses.set(request.socket, response));
  // Node would respond 417 without a body; `refuseExpectations` explains.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  // Node drops headers beyond this number. The bytes of all headers are limited.
  server.maxHeadersCount = 0;
}
