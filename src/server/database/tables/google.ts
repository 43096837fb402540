import { double, integer, nullable, statementsOf, type TablesOf, text } from './columns';
import { authorColumns } from './records';

/** State that servers share about Google, and the consents of people. Numeric times are milliseconds since 1970. */
const googleTables = {
  /** Rate limits of calls that Google counts together. */
  google_gates: {
    name: text('primary key'),
    /** When the next call would be due if all were evenly spaced. */
    due_at: double(),
    closed_until: double(),
  },
  /** Schedule of automatic refreshes of projects on Google spreadsheets. */
  google_refreshes: {
    project_id: text('primary key references projects (id) on update cascade on delete cascade'),
    /** Earliest start of the next refresh. */
    next_at: double(),
    /** Number of consecutive failures. */
    failures: integer(),
    /** Version of the spreadsheet that was read last; null if unknown. */
    version: nullable.text(),
    /** Time of that read. */
    read_at: nullable.double(),
    /** Time of the last change that Google has reported; null once a refresh has begun after it. */
    changed_at: nullable.double(),
  },
  /** Channels of Google's push notifications about changed spreadsheets. */
  google_channels: {
    /** Channel id at Google. */
    id: text('primary key'),
    sheet_id: text(),
    /** SHA-256 of the secret in each notification, as base64url. */
    token_hash: text(),
    /** Google's id of the watched resource; null until Google has responded. */
    resource_id: nullable.text(),
    /** In milliseconds since 1970. */
    until: double(),
  },
  /** Google accounts that people have connected. */
  google_connections: {
    person_id: text('primary key references "user" (id) on delete cascade'),
    email: text(),
    /** Granted scopes, in Google's form. */
    scope: text(),
    /** Both tokens are encrypted (`auth/seal.ts`). */
    refresh_token: text(),
    access_token: text(),
    /** In milliseconds since 1970. */
    access_until: double(),
    connected_at: text(),
    /** Time at which Google reported that the consent was withdrawn. */
    withdrawn_at: nullable.text(),
  },
  /** Pending consents. */
  google_consents: {
    /** SHA-256 of the state, as base64url. */
    state_hash: text('primary key'),
    person_id: text('references "user" (id) on delete cascade'),
    /** SHA-256 of the cookie in the browser, as base64url. */
    browser_hash: text(),
    /** PKCE code verifier (RFC 7636), encrypted. */
    verifier: text(),
    /** Path of the app to return to. */
    return_to: text(),
    /** In milliseconds since 1970. */
    until: double(),
  },
  /** Notes (developer metadata) in a Google spreadsheet. Changed only while holding the spreadsheet's lease. */
  google_notes: {
    sheet_id: text('primary key'),
    /** Obsolete notes, `OldNote[]` as JSON. */
    notes: text(),
  },
  /** Writes to Google whose outcome is not known yet: sent, or about to be sent. */
  google_writes: {
    id: text('primary key'),
    sheet_id: text(),
    owner_id: text('references "user" (id) on delete cascade'),
    tab_id: text('references project_tabs (id) on delete cascade'),
    /** Id of the note that Google creates together with new rows. */
    note_id: integer(),
    /** `WritePlan` as JSON. */
    plan: text(),
    ...authorColumns,
    /** Caller and `Idempotency-Key` of the write. */
    caller: nullable.text(),
    key: nullable.text(),
    request_hash: nullable.text(),
    /** Response to send on success, as JSON. */
    answer: text(),
    /** `lost`: the outcome cannot be determined any more. */
    state: text<'open' | 'lost'>(),
    created_at: text(),
  },
};

export type GoogleTables = TablesOf<typeof googleTables>;
export type GoogleRefreshesTable = GoogleTables['google_refreshes'];
export type GoogleChannelsTable = GoogleTables['google_channels'];
export type GoogleConnectionsTable = GoogleTables['google_connections'];
export type GoogleWritesTable = GoogleTables['google_writes'];

/** Statements that create {@link GoogleTables}. */
export const createGoogleTables: readonly string[] = [
  ...statementsOf(googleTables),
  'create index google_refreshes_changed on google_refreshes (changed_at) where changed_at is not null',
  'create index google_channels_sheet on google_channels (sheet_id)',
  'create index google_consents_person on google_consents (person_id)',
  'create index google_writes_sheet on google_writes (sheet_id)',
  'create index google_writes_tab on google_writes (tab_id)',
  'create index google_writes_owner on google_writes (owner_id)',
];
