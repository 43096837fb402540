import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify';
import { type Problem, type ProblemCode, problemCodes, type ProblemLine } from '../../contract/problems';
import { problemsAnswered } from '../counters';
import { refusalOfDatabase } from '../database/databaseErrors';
import { Refusal, type RefusalExtras } from '../refusal';
import { logOf, logSecurityEvent } from './logging';
import { DATA_POLICY } from './securityHeaders';
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

const isFastifyError = (error: unknown): error is FastifyError => error instanceof Error && 'statusCode' in error;

/** Problem and message for each status of Fastify's and its plug-ins' errors. */
const byStatus: Readonly<Record<number, [ProblemCode, string]>> = {
  400: ['malformed_request', 'The request could not be read.'],
  403: ['not_found', 'There is nothing at this address.'],
  404: ['not_found', 'There is nothing at this address.'],
  406: ['unsupported_media_type', 'This address does not read bodies of this Content-Type.'],
  408: ['request_timeout', 'The request took too long to arrive.'],
  413: ['too_large', 'The body of this request is too large.'],
  414: ['malformed_request', 'The address is too long.'],
  415: ['unsupported_media_type', 'This address does not read bodies of this Content-Type.'],
  429: ['too_many_requests', 'Too many requests. Wait a little and try again.'],
  503: ['busy', 'The server is busy. Try again in a moment.'],
};

/** More specific messages, by error code. */
const byCode: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'The address holds a percent sign that does not begin a character.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as its Content-Length says.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be JSON, with Content-Type: application/json.',
};

/** Hints of the data API, by error code. */
const hints: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY:
    'Names and texts stand in double quotes, and no comma stands behind the last of them, like {"Name":"Kaffa"}.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'Send less at once: rows in several requests of up to 8 MB, a question of up to 1 MB.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    'Rows that are written may also be a form (application/x-www-form-urlencoded) or CSV (text/csv).',
};

const types: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'a JSON object',
  array: 'a list',
  null: 'null',
};

type Params = FastifySchemaValidationError['params'];
const countOf = (limit: unknown, thing: string) => `${String(limit)} ${thing}${limit === 1 ? '' : 's'}`;

/** Text after "must" for each keyword of JSON Schema; keywords that tell people nothing are left out. */
const musts: Readonly<Record<string, (params: Params) => string>> = {
  type: ({ type }) => {
    const names = [type].flat().map(String);
    return `be ${names.map((name) => types[name] ?? name).join(' or ')}`;
  },
  enum: ({ allowedValues }) => {
    const values = listOf(allowedValues);
    return `be ${values.map((value) => JSON.stringify(value)).join(' or ')}`;
  },
  const: ({ allowedValue }) => `be ${JSON.stringify(allowedValue)}`,
  minimum: ({ limit }) => `be at least ${String(limit)}`,
  maximum: ({ limit }) => `be at most ${String(limit)}`,
  minLength: ({ limit }) => (limit === 1 ? 'not be empty' : `have at least ${countOf(limit, 'character')}`),
  maxLength: ({ limit }) => `have at most ${countOf(limit, 'character')}`,
  minItems: ({ limit }) => `have at least ${countOf(limit, 'item')}`,
  maxItems: ({ limit }) => `have at most ${countOf(limit, 'item')}`,
  minProperties: ({ limit }) => `have at least ${countOf(limit, 'field')}`,
  maxProperties: ({ limit }) => `have at most ${countOf(limit, 'field')}`,
  pattern: ({ pattern }) => `match ${String(pattern)}`,
};

const unescaped = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** `/tabs/0/title` → `['tabs', '0', 'title']` (JSON Pointer, RFC 6901). */
const pathOf = (pointer: string) => pointer.split('/').slice(1).map(unescaped);

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Maps each field to its errors; the alternatives of a union are listed together. */
function sentencesOf(errors: readonly FastifySchemaValidationError[]): Map<string, string[]> {
  const sentences = new Map<string, string[]>();
  const add = (path: readonly string[], sentence: string) => {
    const field = path.join('.');
    sentences.set(field, [...(sentences.get(field) ?? []), sentence]);
  };
  for (const error of errors) {
    const path = pathOf(error.instancePath);
    if (error.keyword === 'required') {
      for (const name of listOf(error.params.requiredProperties)) add([...path, name], 'is missing');
    }
    // An unknown field has its own path, and is rejected by the schema `false`.
    if (error.keyword === 'boolean') add(path, 'is not a field known here');
    const must = musts[error.keyword];
    if (must !== undefined) add(path, must(error.params));
  }
  return sentences;
}

/** Joins what is wrong with a field: a sentence of its own (`is missing`), or texts after "must". */
function joined(sentences: readonly string[]): string {
  const [first = 'is not valid'] = sentences;
  return /^(is|has) /.test(first) ? first : `must ${sentences.join(' or ')}`;
}

/** Returns the errors of a request by field, phrased to follow the field's name. TypeBox stops after eight errors. */
function validationLines(errors: readonly FastifySchemaValidationError[]): ProblemLine[] {
  return [...sentencesOf(errors)].map(([field, sentences]) => {
    const detail = joined(sentences);
    return field === '' ? { detail } : { field, detail };
  });
}

/** Parts of a request, by Fastify's names. */
const requestParts: Readonly<Record<string, string>> = {
  body: 'body',
  querystring: 'query',
  params: 'address',
  headers: 'headers',
};

function invalidRequest(validation: readonly FastifySchemaValidationError[], context: string): Refusal {
  const errors = validationLines(validation);
  const [first] = errors;
  const subject = first?.field ?? `The ${requestParts[context] ?? 'request'}`;
  return new Refusal('invalid_request', `${subject} ${first?.detail ?? 'is not valid'}.`, { errors });
}

/**
 * Converts an error of Fastify or its plug-ins to a refusal; undefined for any other error.
 *
 * @param url URL of the request
 */
export function refusalOf(error: unknown, url: string): Refusal | undefined {
  if (!isFastifyError(error)) return undefined;
  if (error.validation !== undefined) return invalidRequest(error.validation, error.validationContext ?? '');
  const [code, detail] = byStatus[error.statusCode ?? 500] ?? [];
  if (code === undefined || detail === undefined) return undefined;
  const isDataApi = url.startsWith('/v1/');
  const hint = isDataApi ? hints[error.code] : undefined;
  const isJson = isDataApi && error.code === 'FST_ERR_CTP_INVALID_JSON_BODY';
  return new Refusal(isJson ? 'malformed_json' : code, byCode[error.code] ?? detail, { hint });
}
