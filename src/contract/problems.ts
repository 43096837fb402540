import type { PlacedCell } from './gridCells';
import type { CellValue } from './rows';

/**
 * Problem details (RFC 9457) and the table of their codes.
 *
 * `code` is stable and meant for programs; `detail` is a sentence for people.
 */

/** Every problem code, with its HTTP status and title. */
export const problemCodes = {
  malformed_request: { status: 400, title: 'The request could not be read' },
  invalid_request: { status: 400, title: 'The request is not valid' },
  unknown_parameter: { status: 400, title: 'Unknown parameter' },
  invalid_parameter: { status: 400, title: 'Invalid parameter' },
  unknown_column: { status: 400, title: 'Unknown column' },
  unknown_operator: { status: 400, title: 'Unknown operator' },
  invalid_value: { status: 400, title: 'The value does not fit the column' },
  limit_too_large: { status: 400, title: 'The limit is too large' },
  malformed_json: { status: 400, title: 'Not valid JSON' },
  filter_required: { status: 400, title: 'A filter is required' },
  too_many_affected: { status: 400, title: 'More rows than expected' },
  invalid_cursor: { status: 400, title: 'The cursor belongs to another query' },
  signed_out: { status: 401, title: 'Not signed in' },
  key_required: { status: 401, title: 'A key is required' },
  unknown_key: { status: 401, title: 'The key is not known' },
  cross_site_request: { status: 403, title: 'Request from another site' },
  missing_scope: { status: 403, title: 'The key may not do this' },
  origin_refused: { status: 403, title: 'The key is not for this site' },
  outdated_key: { status: 403, title: 'The key no longer fits' },
  second_factor_required: { status: 403, title: 'A second factor is required' },
  sign_ups_closed: { status: 403, title: 'Sign-ups are closed' },
  read_only: { status: 403, title: 'Read only' },
  plan_limit: { status: 403, title: 'The plan has no room for this' },
  drive_full: { status: 403, title: 'The drive is full' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  in_use: { status: 409, title: 'In use' },
  plan_too_small: { status: 409, title: 'The plan is too small' },
  duplicate_key: { status: 409, title: 'The key column has duplicates' },
  cell_not_writable: { status: 409, title: 'The cell cannot be written' },
  cell_changed: { status: 409, title: 'The cell was changed elsewhere' },
  row_changed: { status: 409, title: 'The row was changed in the spreadsheet' },
  sheet_changed: { status: 409, title: 'The sheet was changed elsewhere' },
  project_paused: { status: 409, title: 'The project is paused' },
  gone: { status: 410, title: 'Gone' },
  cursor_expired: { status: 410, title: 'The cursor has expired' },
  precondition_failed: { status: 412, title: 'The row has changed' },
  too_large: { status: 413, title: 'Too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  source_not_found: { status: 422, title: 'No spreadsheet at this URL' },
  source_private: { status: 422, title: 'The spreadsheet is private' },
  source_published_page: { status: 422, title: 'A published page, not a spreadsheet' },
  source_empty: { status: 422, title: 'An empty spreadsheet' },
  source_unavailable: { status: 422, title: 'The spreadsheet cannot be read' },
  not_a_workbook: { status: 422, title: 'Not a workbook' },
  damaged_workbook: { status: 422, title: 'The workbook is damaged' },
  unsafe_workbook: { status: 422, title: 'The workbook is not safe to open' },
  invalid_key: { status: 422, title: 'The key cannot be made like this' },
  invalid_update: { status: 422, title: 'The change is not valid' },
  invalid_rows: { status: 422, title: 'The rows do not fit' },
  query_too_slow: { status: 422, title: 'The query takes too long' },
  idempotency_key_reused: { status: 422, title: 'The idempotency key was used before' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  plan_used_up: { status: 429, title: 'The plan is used up' },
  internal: { status: 500, title: 'Something went wrong' },
  busy: { status: 503, title: 'Busy' },
  writes_paused: { status: 503, title: 'The project is paused' },
  source_unconfirmed: { status: 504, title: 'Not known whether it was written' },
} as const satisfies Record<string, { status: number; title: string }>;

/** A stable problem code. */
export type ProblemCode = keyof typeof problemCodes;

/** One entry of `errors`: an error in one field or cell. */
export interface ProblemLine {
  readonly field?: string;
  /** Sheet and cell, for example `Countries!C7`. */
  readonly cell?: string;
  readonly detail: string;
}

/** A row as last served (null if it was not), and its current state in the spreadsheet. */
export interface RowVersions {
  readonly _id: string;
  readonly served: Readonly<Record<string, CellValue>> | null;
  readonly current: Readonly<Record<string, CellValue>>;
}

/** Body of every error response, with type `application/problem+json`. The `detail` of a 500 contains only its `requestId`. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: ProblemCode;
  readonly detail: string;
  /** What to do instead. */
  readonly hint?: string;
  readonly errors?: readonly ProblemLine[];
  /** With `cell_changed`: current content of the cells that were changed elsewhere. */
  readonly clashes?: readonly PlacedCell[];
  /** With `row_changed`: the rows that were changed in the spreadsheet, before and after that change. */
  readonly versions?: readonly RowVersions[];
  /** With `source_private`: email address of the server's Google account, with which the spreadsheet can be shared. */
  readonly shareWith?: string;
  readonly requestId: string;
}
