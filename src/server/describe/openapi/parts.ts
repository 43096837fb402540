import { type ProblemCode, problemCodes } from '../../../contract/problems';
import { grouped } from '../../lists';

/** JSON value. Undefined properties are left out. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

/** Components of the document as pairs of name and value. */
export type Named = readonly (readonly [string, JsonObject])[];

/** Returns an object with these entries. Any name is safe, `__proto__` included. */
export const objectOf = (entries: Iterable<readonly [string, Json]>): JsonObject => Object.fromEntries<Json>(entries);

export const reference = (kind: 'schemas' | 'parameters' | 'responses' | 'headers', name: string): JsonObject => ({
  $ref: `#/components/${kind}/${name}`,
});

/** Returns the content of a JSON body. */
export const jsonContent = (schema: Json, example?: Json): JsonObject => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});

/** Returns the schema of an object. All properties are required by default. */
export const objectWith = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
  type: 'object',
  properties,
  required,
});

export const text: JsonObject = { type: 'string' };
export const integer: JsonObject = { type: 'integer' };
export const listOf = (items: JsonObject): JsonObject => ({ type: 'array', items });

const header = (description: string, type = 'string'): JsonObject => ({ description, schema: { type } });

/** Response headers. */
export const headers = {
  ETag: header('Changes if, and only if, the response does.'),
  'Last-Modified': header(
    'Time of the last sync or the last write of rows. To find out whether a response has changed, use its `ETag`.',
  ),
  Link: header('The next page: `rel="next"`.'),
  Location: header('URL of the added row.'),
  RateLimit: header('Remaining requests.'),
  'RateLimit-Policy': header('Allowed requests per minute.'),
  'Retry-After': header('Seconds to wait.', 'integer'),
  'X-Tabpoint-Revision': header('Grows with every change of the rows.', 'integer'),
  'X-Tabpoint-Stale': header('Why the spreadsheet could not be refreshed; the response is from the last good copy.'),
  'X-Tabpoint-Synced-At': header('Time of the last sync (ISO 8601).'),
  'X-Total-Count': header('Number of matching rows on all pages.', 'integer'),
} as const satisfies Record<string, JsonObject>;

/** Returns a response. @param names names of its headers, separated by spaces */
export const responseWith = (description: string, names: string, content?: JsonObject): JsonObject => ({
  description,
  headers: objectOf(names.split(' ').map((name) => [name, reference('headers', name)] as const)),
  content,
});

/** Headers of every response to a read, and to a write. */
export const READ_HEADERS =
  'ETag Last-Modified X-Tabpoint-Revision X-Tabpoint-Synced-At X-Tabpoint-Stale RateLimit RateLimit-Policy';
export const WRITE_HEADERS = 'X-Tabpoint-Revision RateLimit RateLimit-Policy';

/** The three ways to send a key. */
export const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'A key, as `Authorization: Bearer tp_…`.' },
  header: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'A key, as `X-Api-Key: tp_…`.' },
  basic: { type: 'http', scheme: 'basic', description: 'A key as the user name, with no password.' },
} as const satisfies Record<string, JsonObject>;

const withKey: readonly JsonObject[] = Object.keys(securitySchemes).map((name) => ({ [name]: [] }));

/** Returns the security requirements of an operation; one of them has to be met. */
export const securityOf = (needsKey: boolean): readonly JsonObject[] => (needsKey ? withKey : [{}, ...withKey]);

export type CallKind = 'asking' | 'writing';

/** Problem codes of the data API, and the kinds of calls that can respond with them. */
const refusals = {
  malformed_request: 'both',
  invalid_request: 'writing',
  unknown_parameter: 'both',
  invalid_parameter: 'both',
  unknown_column: 'both',
  unknown_operator: 'both',
  invalid_value: 'both',
  limit_too_large: 'asking',
  malformed_json: 'both',
  invalid_cursor: 'asking',
  filter_required: 'writing',
  too_many_affected: 'writing',
  key_required: 'both',
  unknown_key: 'both',
  missing_scope: 'both',
  origin_refused: 'both',
  outdated_key: 'both',
  read_only: 'writing',
  not_found: 'both',
  duplicate_key: 'both',
  cell_not_writable: 'writing',
  gone: 'both',
  cursor_expired: 'asking',
  precondition_failed: 'writing',
  too_large: 'both',
  unsupported_media_type: 'both',
  invalid_rows: 'writing',
  query_too_slow: 'both',
  idempotency_key_reused: 'writing',
  too_many_requests: 'both',
  plan_limit: 'writing',
  plan_used_up: 'both',
  internal: 'both',
  busy: 'both',
  writes_paused: 'writing',
  row_changed: 'writing',
  source_private: 'writing',
  source_not_found: 'writing',
  source_unavailable: 'writing',
  source_unconfirmed: 'writing',
} as const satisfies Partial<Record<ProblemCode, CallKind | 'both'>>;

/** Returns the problem codes grouped by status, in ascending order. */
function byStatus(kind: CallKind): (readonly [status: number, codes: readonly ProblemCode[]])[] {
  const byCode = Object.entries(refusals) as [ProblemCode, CallKind | 'both'][];
  const codes = byCode.filter(([, kinds]) => kinds === kind || kinds === 'both').map(([code]) => code);
  const codesByStatus = grouped(codes, (code) => String(problemCodes[code].status));
  return [...codesByStatus]
    .map(([status, codesOfStatus]) => [Number(status), codesOfStatus] as const)
    .toSorted(([one], [other]) => one - other);
}

function problemResponse(status: number, codes: readonly ProblemCode[]): JsonObject {
  const schema = { allOf: [reference('schemas', 'Problem'), { properties: { code: { enum: codes } } }] };
  return {
    description: `${codes.map((code) => problemCodes[code].title).join('; ')}.`,
    ...((status === 429 || status === 503) && { headers: { 'Retry-After': reference('headers', 'Retry-After') } }),
    content: { 'application/problem+json': { schema } },
  };
}

/** Returns the problem responses of a kind of call, by their component names. */
export const problemResponses = (kind: CallKind): Named =>
  byStatus(kind).map(([status, codes]) => [`${kind}.${status}`, problemResponse(status, codes)]);

/** Returns references to the problem responses of a kind of call, by status. */
export const problemsOf = (kind: CallKind): JsonObject =>
  objectOf(byStatus(kind).map(([status]) => [String(status), reference('responses', `${kind}.${status}`)] as const));

/** Problem details (RFC 9457). */
export const problemSchema: JsonObject = {
  type: 'object',
  description: 'Error. Programs use `code`, people read `detail`.',
  properties: {
    type: text,
    title: text,
    status: integer,
    code: text,
    detail: text,
    hint: { type: 'string', description: 'What to do instead.' },
    errors: listOf(objectWith({ field: text, cell: text, detail: text }, ['detail'])),
    requestId: text,
  },
  required: ['type', 'title', 'status', 'code', 'detail', 'requestId'],
};
