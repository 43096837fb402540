import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify';
import { type Problem, type ProblemCode, problemCodes, type ProblemLine } from '../../contract/problems';
import { refusalOfDatabase } from '../database/trouble';
import { problemsAnswered } from '../counters';
import { Refusal, type RefusalExtras } from '../refusal';
import { DATA_POLICY } from './securityHeaders';
import { refusalOfMethod } from './otherMethods';
import { logOf, noteSecurityEvent } from './logging';

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
  const refusal = error instanceof Refusal ? error : (refusalOf(error, request.url) ?? refusalOfOther(error, request));
  if (error instanceof Refusal && error.code === 'internal')
    logOf(request).error({ err: error }, 'what is kept cannot be read');
  const problem = problemOf(refusal.code, refusal.detail, refusal.extras, request.id);
  problemsAnswered.inc({ code: refusal.code });
  noteSecurityEvent(request, refusal.code);
  reply.code(refusal.status).headers({ ...refusal.extras.headers });
  shortenRetryAfter(request, reply);
  // The rest of the body is read and thrown away: a client that still sends it gets no answer from a connection that is closed.
  if (refusal.status === 413) reply.removeHeader('connection');
  // The app and `/api` have a policy of their own (`http/securityHeaders`).
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', DATA_POLICY);
  return reply
    .header('content-type', PROBLEM_TYPE)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(Buffer.from(JSON.stringify(problem)));
}

/** The client has gone, the database is in trouble, or the error is unexpected. */
function refusalOfOther(error: unknown, request: FastifyRequest): Refusal {
  // No client reads the answer, and nothing is wrong here that belongs into the log.
  if (request.raw.destroyed && !request.raw.complete) return new Refusal('malformed_request', 'The body broke off.');
  const refusal = refusalOfDatabase(error);
  if (refusal === undefined) return unexpected(error, request);
  logOf(request).error({ err: error }, 'the database is in trouble');
  return refusal;
}

function unexpected(error: unknown, request: FastifyRequest): Refusal {
  logOf(request).error({ err: error }, 'unexpected error');
  return new Refusal(
    'internal',
    `Something went wrong on the server. The administrator finds it in the log as ${request.id}.`,
  );
}

/** Nothing is at this address. */
export const nothingHere = (): Refusal => new Refusal('not_found', 'There is nothing at this address.');

/** The app's one error handler and one not-found handler. */
export function handleProblems(app: FastifyInstance): void {
  app.decorate('notedAddresses', new Map());
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler((request, reply) => sendProblem(refusalOfMethod(request) ?? nothingHere(), request, reply));
}

const isFastifyError = (error: unknown): error is FastifyError => error instanceof Error && 'statusCode' in error;

/** What is said for each status that Fastify and its plug-ins refuse with. */
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

/** Where the general sentence can be better. */
const byCode: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'The address holds a percent sign that does not begin a character.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as its Content-Length says.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be JSON, with Content-Type: application/json.',
};

/** The way out, where the data API knows one. */
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
const counted = (limit: unknown, thing: string) => `${String(limit)} ${thing}${limit === 1 ? '' : 's'}`;

/** What may follow "must" for a keyword of JSON Schema; keywords that say nothing to a person are left out. */
const musts: Readonly<Record<string, (params: Params) => string>> = {
  type: ({ type }) =>
    `be ${[type]
      .flat()
      .map((one) => types[String(one)] ?? String(one))
      .join(' or ')}`,
  enum: ({ allowedValues }) =>
    `be ${listOf(allowedValues)
      .map((value) => JSON.stringify(value))
      .join(' or ')}`,
  const: ({ allowedValue }) => `be ${JSON.stringify(allowedValue)}`,
  minimum: ({ limit }) => `be at least ${String(limit)}`,
  maximum: ({ limit }) => `be at most ${String(limit)}`,
  minLength: ({ limit }) => (limit === 1 ? 'not be empty' : `have at least ${counted(limit, 'character')}`),
  maxLength: ({ limit }) => `have at most ${counted(limit, 'character')}`,
  minItems: ({ limit }) => `have at least ${counted(limit, 'item')}`,
  maxItems: ({ limit }) => `have at most ${counted(limit, 'item')}`,
  minProperties: ({ limit }) => `have at least ${counted(limit, 'field')}`,
  maxProperties: ({ limit }) => `have at most ${counted(limit, 'field')}`,
  pattern: ({ pattern }) => `match ${String(pattern)}`,
};

const unescaped = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** `/tabs/0/title` → `['tabs', '0', 'title']` (JSON Pointer, RFC 6901). */
const pathOf = (pointer: string) => pointer.split('/').slice(1).map(unescaped);

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Fields that an error names inside the place where it stands. */
const missingFields = ({ keyword, params }: FastifySchemaValidationError) =>
  keyword === 'required' ? listOf(params.requiredProperties) : [];

/** Field → what is wrong with it; the alternatives of a union stand side by side. */
function sentencesOf(errors: readonly FastifySchemaValidationError[]): Map<string, string[]> {
  const sentences = new Map<string, string[]>();
  const add = (path: readonly string[], sentence: string) => {
    const field = path.join('.');
    sentences.set(field, [...(sentences.get(field) ?? []), sentence]);
  };
  for (const error of errors) {
    const path = pathOf(error.instancePath);
    for (const name of missingFields(error)) add([...path, name], 'is missing');
    // A field that is not in the schema stands under its own name, refused by the schema `false`.
    if (error.keyword === 'boolean') add(path, 'is not a field known here');
    const must = musts[error.keyword];
    if (must !== undefined) add(path, must(error.params));
  }
  return sentences;
}

const joined = ([first = 'is not valid', ...more]: readonly string[]) =>
  /^(is|has) /.test(first) ? first : `must ${[first, ...more].join(' or ')}`;

/** What is wrong with each field of a request, in words that can be put behind its name; TypeBox stops after eight errors. */
function validationLines(errors: readonly FastifySchemaValidationError[]): ProblemLine[] {
  return [...sentencesOf(errors)].map(([field, sentences]) => {
    const detail = joined(sentences);
    return field === '' ? { detail } : { field, detail };
  });
}

const parts: Readonly<Record<string, string>> = {
  body: 'body',
  querystring: 'query',
  params: 'address',
  headers: 'headers',
};

function invalidRequest(validation: readonly FastifySchemaValidationError[], context: string): Refusal {
  const errors = validationLines(validation);
  const [first] = errors;
  const subject = first?.field ?? `The ${parts[context] ?? 'request'}`;
  return new Refusal('invalid_request', `${subject} ${first?.detail ?? 'is not valid'}.`, { errors });
}

/**
 * The refusal that says what an error of Fastify or its plug-ins means; undefined for an error of ours.
 *
 * @param url of the request
 */
export function refusalOf(error: unknown, url: string): Refusal | undefined {
  if (!isFastifyError(error)) return undefined;
  if (error.validation !== undefined) return invalidRequest(error.validation, error.validationContext ?? '');
  const [code, detail] = byStatus[error.statusCode ?? 500] ?? [];
  if (code === undefined || detail === undefined) return undefined;
  const isDataApi = url.startsWith('/v1/');
  const hint = isDataApi ? hints[error.code] : undefined;
  const isJson = isDataApi && error.code === 'FST_ERR_CTP_INVALID_JSON_BODY';
  return new Refusal(
    isJson ? 'malformed_json' : code,
    byCode[error.code] ?? detail,
    hint === undefined ? {} : { hint },
  );
}
