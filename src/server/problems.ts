import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Problem, type ProblemCode, problemCodes } from '../contract/problems';
import { refusalOfDatabase } from './database/trouble';
import { DATA_POLICY } from './http/dataPolicy';
import { refusalOfMethod } from './http/otherMethods';
import { noteSecurityEvent } from './http/securityEvents';
import { problemsTold } from './metrics/counters';
import { refusalOf } from './problemsOfFastify';
import { Refusal, type RefusalExtras } from './refusal';

/** The media type of problem details. */
export const PROBLEM_TYPE = 'application/problem+json';

/** Longest wait, in seconds, that `/api` asks of the app: it retries by itself (specification, section 9). */
const LONGEST_RETRY_AFTER = 10;

/** The body of an error (RFC 9457). */
export function problemOf(
  code: ProblemCode,
  detail: string,
  { hint, errors, clashes, versions, shareWith }: RefusalExtras,
  requestId: string,
): Problem {
  const { status, title } = problemCodes[code];
  return {
    type: `urn:tabpoint:problem:${code}`,
    title,
    status,
    code,
    detail,
    hint,
    errors,
    clashes,
    versions,
    shareWith,
    requestId,
  };
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
  const refusal = error instanceof Refusal ? error : (refusalOf(error, request.url) ?? brokenOff(error, request));
  if (error instanceof Refusal && error.code === 'internal')
    request.log.error({ err: error }, 'what is kept cannot be read');
  const problem = problemOf(refusal.code, refusal.detail, refusal.extras, request.id);
  problemsTold.add({ code: refusal.code });
  noteSecurityEvent(request, refusal.code);
  reply.code(refusal.status).headers({ ...refusal.extras.headers });
  shortenRetryAfter(request, reply);
  // The app and `/api` have a policy of their own (`http/securityHeaders`).
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', DATA_POLICY);
  return reply
    .header('content-type', PROBLEM_TYPE)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(Buffer.from(JSON.stringify(problem)));
}

/** The database is in trouble, or nobody has thought of it. */
function brokenOff(error: unknown, request: FastifyRequest): Refusal {
  const refusal = refusalOfDatabase(error);
  if (refusal === undefined) return unexpected(error, request);
  request.log.error({ err: error }, 'the database is in trouble');
  return refusal;
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
  app.setNotFoundHandler((request, reply) => sendProblem(refusalOfMethod(request) ?? nothingHere(), request, reply));
}
