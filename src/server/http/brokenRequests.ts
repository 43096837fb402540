import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { type ProblemCode, problemCodes } from '../../contract/problems';
import { PROBLEM_TYPE, problemOf } from '../problems';
import { DATA_POLICY } from './dataPolicy';

/** What the parser could make nothing of, as Node tells of it. */
interface BrokenRequest extends NodeJS.ErrnoException {
  /** A `Buffer`, where there is one. */
  readonly rawPacket?: unknown;
}

const known: Readonly<Record<string, [ProblemCode, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: ['malformed_request', 'The headers of the request are too large.'],
};

/** Headers have 16 KB together with the address, which is what grows. */
const TOO_LONG = 'A long question goes into the body of a POST to …/_query.';

/** A request that is HTTP but for its method, which the parser does not know. */
const UNKNOWN_METHOD = /^[!#$%&'*+.^`|~\w-]{1,50} \S+ HTTP\/1\.[01]\r?\n/;

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

const isUnknownMethod = ({ code, rawPacket }: BrokenRequest) =>
  code === 'HPE_INVALID_METHOD' &&
  Buffer.isBuffer(rawPacket) &&
  UNKNOWN_METHOD.test(rawPacket.toString('latin1', 0, 8_192));

function saidOf(error: BrokenRequest): [ProblemCode, string] {
  if (isUnknownMethod(error)) return ['method_not_allowed', `No address here answers this method, but ${METHODS}.`];
  return known[error.code ?? ''] ?? ['malformed_request', 'This is not an HTTP request.'];
}

/** Answers what is not even HTTP, where there is no request to answer yet. */
export function answerBrokenRequest(error: BrokenRequest, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [code, detail] = saidOf(error);
  const { status, title } = problemCodes[code];
  const extras = error.code === 'HPE_HEADER_OVERFLOW' ? { hint: TOO_LONG } : {};
  const body = JSON.stringify(problemOf(code, detail, extras, randomUUID()));
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Content-Security-Policy: ${DATA_POLICY}`,
    'X-Content-Type-Options: nosniff',
    // Scripts of every site may know: it tells nothing of anybody.
    'Access-Control-Allow-Origin: *',
    ...(code === 'method_not_allowed' ? [`Allow: ${METHODS}`] : []),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
