import type { FastifyError, FastifySchemaValidationError } from 'fastify';
import type { ProblemCode, ProblemLine } from '../../contract/problems';
import { Refusal } from '../refusal';

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
