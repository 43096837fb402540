import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Problem, type ProblemCode, problemCodes } from '../contract/problems';
import { refusalOf } from './problemsOfFastify';
import { Refusal, type RefusalExtras } from './refusal';

const MEDIA_TYPE = 'application/problem+json';

/** Longest wait, in seconds, that `/api` asks of the app: it retries by itself (specification, section 9). */
const LONGEST_RETRY_AFTER = 10;

/** The body of an error (RFC 9457). */
function problemOf(
  code: ProblemCode,
  detail: string,
  { hint, errors, clashes }: RefusalExtras,
  requestId: string,
): Problem {
  const { status, title } = problemCodes[code];
  return { type: `urn:tabpoint:problem:${code}`, title, status, code, detail, hint, errors, clashes, requestId };
}

function shortenRetryAfter(request: FastifyRequest, reply: FastifyReply) {
  const seconds = Number(reply.getHeader('retry-after'));
  if (request.url.startsWith('/api/') && seconds > LONGEST_RETRY_AFTER) {
    reply.header('retry-after', String(LONGEST_RETRY_AFTER));
  }
}

/**
 * Answers with problem details. A {@link Refusal} says what it says; what Fastify and its plug-ins refuse is translated;
 * anything else is a 500 that tells nothing but its number, under which it stands in the log.
 */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = error instanceof Refusal ? error : (refusalOf(error, request.url) ?? unexpected(error, request));
  const problem = problemOf(refusal.code, refusal.detail, refusal.extras, request.id);
  reply.code(refusal.status).headers({ ...refusal.extras.headers });
  shortenRetryAfter(request, reply);
  return reply
    .header('content-type', MEDIA_TYPE)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(Buffer.from(JSON.stringify(problem)));
}

function unexpected(error: unknown, request: FastifyRequest): Refusal {
  request.log.error({ err: error }, 'unexpected error');
  return new Refusal(
    'internal',
    `Something went wrong on the server. The administrator finds it in the log as ${request.id}.`,
  );
}

/** Nothing is at this address. */
export const nothingHere = (): Refusal => new Refusal('not_found', 'There is nothing at this address.');

/** The app's one error handler and one not-found handler. */
export function handleProblems(app: FastifyInstance): void {
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler((request, reply) => sendProblem(nothingHere(), request, reply));
}

const brokenRequests: Readonly<Record<string, [ProblemCode, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: ['malformed_request', 'The headers of the request are too large.'],
};

/** Answers what is not even HTTP, where there is no request to answer yet. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [code, detail] = brokenRequests[error.code ?? ''] ?? ['malformed_request', 'This is not an HTTP request.'];
  const { status, title } = problemCodes[code];
  const body = JSON.stringify(problemOf(code, detail, {}, randomUUID()));
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    `Content-Type: ${MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
