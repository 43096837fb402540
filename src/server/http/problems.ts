import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Problem, type ProblemCode, problemCodes } from '../../contract/problems';
import { refusalOfDatabase } from '../database/databaseErrors';
import { problemsAnswered } from '../counters';
import { Refusal, type RefusalExtras } from '../refusal';
import { refusalOf } from './fastifyErrors';
import { logOf } from './logging';
import { DATA_POLICY } from './securityHeaders';
import { logSecurityEvent } from './securityLog';
import { refusalOfMethod } from './unsupportedMethods';

/** Media type of problem details. */
export const PROBLEM_TYPE = 'application/problem+json';

/** Maximum `Retry-After` of `/api`: the app retries automatically (specification, section 9). */
const MAX_RETRY_AFTER_SECONDS = 10;

/** Returns the body of an error response (RFC 9457). */
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
  if (request.url.startsWith('/api/') && seconds > MAX_RETRY_AFTER_SECONDS) {
    reply.header('retry-after', String(MAX_RETRY_AFTER_SECONDS));
  }
}

/**
 * Sends problem details. A {@link Refusal} becomes its own problem, errors of Fastify and its plug-ins are translated, and any
 * other error is a 500 that shows only the request id, under which the log has it.
 */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = error instanceof Refusal ? error : (refusalOf(error, request.url) ?? refusalOfOther(error, request));
  if (error instanceof Refusal && error.code === 'internal')
    logOf(request).error({ err: error }, 'what is kept cannot be read');
  const problem = problemOf(refusal.code, refusal.detail, refusal.extras, request.id);
  problemsAnswered.inc({ code: refusal.code });
  logSecurityEvent(request, refusal.code);
  reply.code(refusal.status).headers({ ...refusal.extras.headers });
  shortenRetryAfter(request, reply);
  // Keep the connection open, and discard the rest of the body: a client that is still sending would not get the response if it
  // were closed.
  if (refusal.status === 413) reply.removeHeader('connection');
  // The app and `/api` have their own policy (`http/securityHeaders`).
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', DATA_POLICY);
  return reply
    .header('content-type', PROBLEM_TYPE)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(Buffer.from(JSON.stringify(problem)));
}

/** Converts any other error: the client has disconnected, the database or the disk is in trouble, or the error is unexpected. */
function refusalOfOther(error: unknown, request: FastifyRequest): Refusal {
  // No client reads this response, and it is no error of the server that belongs in the log.
  if (request.raw.destroyed && !request.raw.complete) return new Refusal('malformed_request', 'The body broke off.');
  const refusal = refusalOfDatabase(error);
  if (refusal === undefined) return unexpected(error, request);
  logOf(request).error({ err: error }, 'the database or the disk is in trouble');
  return refusal;
}

function unexpected(error: unknown, request: FastifyRequest): Refusal {
  logOf(request).error({ err: error }, 'unexpected error');
  return new Refusal(
    'internal',
    `Something went wrong on the server. The administrator finds it in the log as ${request.id}.`,
  );
}

/** Refusal for an unknown URL. */
export const nothingHere = (): Refusal => new Refusal('not_found', 'There is nothing at this address.');

/** Handler of unknown URLs. @throws Refusal {@link nothingHere} */
export const refuseUnknown = async (): Promise<never> => {
  throw nothingHere();
};

/** Sets the app's only error handler and not-found handler. */
export function handleProblems(app: FastifyInstance): void {
  app.decorate('registeredUrls', new Map());
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler((request, reply) => sendProblem(refusalOfMethod(request) ?? nothingHere(), request, reply));
}
