import { double, integer, nullable, statementsOf, type TablesOf, text } from './columns';
import { authorColumns } from './records';

/** What is shared between servers that ask Google, and what people have allowed. Times that are numbers are milliseconds since 1970. */
const googleTables = {
  /** Calls that Google counts together; times are milliseconds since 1970. */
  google_gates: {
    name: text('primary key'),
    /** When a call would be due if all were spaced evenly. */
    due_at: double(),
    closed_until: double(),
  },
  /** When a project of Google is refreshed by itself. */
  google_refreshes: {
    project_id: text('primary key references projects (id) on update cascade on delete cascade'),
    /** No refresh begins before this, in milliseconds since 1970. */
    next_at: double(),
    /** How many have failed in a row. */
    failures: integer(),
    /** Version of the spreadsheet that was read last; null where that is not known. */
    version: nullable.text(),
    /** When that was, in milliseconds since 1970. */
    read_at: nullable.double(),
  },
  /** Where Google tells us that a spreadsheet has changed. */
  google_channels: {
    /** What Google names it by. */
    id: text('primary key'),
    sheet_id: text(),
    /** SHA-256 of the secret that comes with each message, as base64url. */
    token_hash: text(),
    /** Google's name of what is watched; null until it has answered. */
    resource_id: nullable.text(),
    /** In milliseconds since 1970. */
    until: double(),
  },
  /** A Google account that a person has connected. */
  google_connections: {
    person_id: text('primary key references "user" (id) on delete cascade'),
    email: text(),
    /** What was granted, as Google has it. */
    scope: text(),
    /** Both sealed (`session/seal`). */
    refresh_token: text(),
    access_token: text(),
    /** In milliseconds since 1970. */
    access_until: double(),
    connected_at: text(),
    /** Set when Google has said that the consent is no more. */
    withdrawn_at: nullable.text(),
  },
  /** A consent that is being asked for. */
  google_consents: {
    /** SHA-256 of the state, as base64url. */
    state_hash: text('primary key'),
    person_id: text('references "user" (id) on delete cascade'),
    /** SHA-256 of what the browser has as a cookie, as base64url. */
    browser_hash: text(),
    /** What proves at Google that it is us who have asked (RFC 7636), sealed. */
    verifier: text(),
    /** Path of the app. */
    return_to: text(),
    /** In milliseconds since 1970. */
    until: double(),
  },
  /** Notes (developer metadata) that a spreadsheet of Google holds. Who changes it holds the spreadsheet's lease. */
  google_notes: {
    sheet_id: text('primary key'),
    /** Those that are of no use any more, `OldNote[]` as JSON. */
    notes: text(),
  },
  /** A write that Google was asked for, or is about to be, and of which is not known yet what has become of it. */
  google_writes: {
    id: text('primary key'),
    sheet_id: text(),
    owner_id: text('references "user" (id) on delete cascade'),
    tab_id: text('references project_tabs (id) on delete cascade'),
    /** Number of the note that Google puts down together with new rows. */
    note_id: integer(),
    /** `WritePlan` as JSON. */
    plan: text(),
    ...authorColumns,
    /** Who has written, and with which `Idempotency-Key`. */
    caller: nullable.text(),
    key: nullable.text(),
    request_hash: nullable.text(),
    /** The answer that it is to have, as JSON. */
    answer: text(),
    /** `lost`: it cannot be found out any more. */
    state: text<'open' | 'lost'>(),
    created_at: text(),
  },
};

export type GoogleTables = TablesOf<typeof googleTables>;
export type GoogleRefreshesTable = GoogleTables['google_refreshes'];
export type GoogleChannelsTable = GoogleTables['google_channels'];
export type GoogleConnectionsTable = GoogleTables['google_connections'];
export type GoogleWritesTable = GoogleTables['google_writes'];

/** Statements that make {@link GoogleTables}. */
export const createGoogleTables: readonly string[] = [
  ...statementsOf(googleTables),
  'create index google_channels_sheet on google_channels (sheet_id)',
  'create index google_consents_person on google_consents (person_id)',
  'create index google_writes_sheet on google_writes (sheet_id)',
  'create index google_writes_tab on google_writes (tab_id)',
  'create index google_writes_owner on google_writes (owner_id)',
];
