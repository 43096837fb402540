import type { FastifyError, FastifySchemaValidationError } from 'fastify';
import type { ProblemCode } from '../contract/problems';
import { Refusal } from './refusal';
import { validationLines } from './validationLines';

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
