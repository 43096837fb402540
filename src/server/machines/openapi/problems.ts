import { type ProblemCode, problemCodes } from '../../../contract/problems';
import { type JsonObject, objectOf, reference } from './json';

/** What each kind of call can be refused with. */
const refusals = {
  asking: [
    ...(['malformed_request', 'unknown_parameter', 'invalid_parameter', 'unknown_column', 'unknown_operator'] as const),
    ...([
      'invalid_value',
      'limit_too_large',
      'malformed_json',
      'invalid_cursor',
      'key_required',
      'unknown_key',
    ] as const),
    ...(['missing_scope', 'origin_refused', 'outdated_key', 'not_found', 'duplicate_key', 'gone'] as const),
    ...(['cursor_expired', 'too_large', 'unsupported_media_type', 'query_too_slow'] as const),
    ...(['too_many_requests', 'plan_used_up'] as const),
    ...(['internal', 'busy'] as const),
  ],
  writing: [
    ...(['malformed_request', 'invalid_request', 'unknown_parameter', 'invalid_parameter', 'unknown_column'] as const),
    ...(['unknown_operator', 'invalid_value', 'malformed_json', 'filter_required', 'too_many_affected'] as const),
    ...(['key_required', 'unknown_key', 'missing_scope', 'origin_refused', 'outdated_key', 'read_only'] as const),
    ...(['not_found', 'duplicate_key', 'cell_not_writable', 'gone', 'precondition_failed', 'too_large'] as const),
    ...(['unsupported_media_type', 'invalid_rows', 'query_too_slow', 'idempotency_key_reused'] as const),
    ...(['too_many_requests'] as const),
    ...(['plan_limit', 'plan_used_up', 'internal', 'busy', 'writes_paused'] as const),
    ...(['row_changed', 'source_private', 'source_not_found', 'source_unavailable', 'source_unconfirmed'] as const),
  ],
} as const satisfies Record<string, readonly ProblemCode[]>;

export type CallKind = keyof typeof refusals;

const titleOf = (code: ProblemCode) => problemCodes[code].title;

/** Codes by their status. */
function byStatus(kind: CallKind): [number, ProblemCode[]][] {
  const groups = new Map<number, ProblemCode[]>();
  for (const code of refusals[kind]) {
    const { status } = problemCodes[code];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return [...groups].sort(([one], [other]) => one - other);
}

const problemOf = (codes: readonly ProblemCode[]): JsonObject => ({
  allOf: [reference('schemas', 'Problem'), { properties: { code: { enum: codes } } }],
});

function responseOf(status: number, codes: readonly ProblemCode[]): JsonObject {
  return {
    description: `${codes.map(titleOf).join('; ')}.`,
    ...((status === 429 || status === 503) && { headers: { 'Retry-After': reference('headers', 'Retry-After') } }),
    content: { 'application/problem+json': { schema: problemOf(codes) } },
  };
}

/** The answers to what is refused, by what they are called among the components. */
export const problemResponses = (kind: CallKind): (readonly [string, JsonObject])[] =>
  byStatus(kind).map(([status, codes]) => [`${kind}.${status}`, responseOf(status, codes)] as const);

/** The same, by their status, for a call. */
export const problemsOf = (kind: CallKind): JsonObject =>
  objectOf(byStatus(kind).map(([status]) => [String(status), reference('responses', `${kind}.${status}`)] as const));

/** Problem details (RFC 9457). */
export const problemSchema: JsonObject = {
  type: 'object',
  description: 'What went wrong. Programs go by `code`, people read `detail`.',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string' },
    detail: { type: 'string' },
    hint: { type: 'string', description: 'What to do instead.' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, cell: { type: 'string' }, detail: { type: 'string' } },
        required: ['detail'],
      },
    },
    requestId: { type: 'string' },
  },
  required: ['type', 'title', 'status', 'code', 'detail', 'requestId'],
};
