/** What is shared between servers that ask Google, and what people have allowed. */
export interface GoogleTables {
  google_gates: GoogleGatesTable;
  google_refreshes: GoogleRefreshesTable;
  google_channels: GoogleChannelsTable;
  google_connections: GoogleConnectionsTable;
  google_consents: GoogleConsentsTable;
  google_notes: GoogleNotesTable;
  google_writes: GoogleWritesTable;
  google_meant_rows: GoogleMeantRowsTable;
}

/** Calls that Google counts together; times are milliseconds since 1970. */
export interface GoogleGatesTable {
  name: string;
  /** When a call would be due if all were spaced evenly. */
  due_at: number;
  closed_until: number;
}

/** When a project of Google is refreshed by itself. */
export interface GoogleRefreshesTable {
  project_id: string;
  /** Nobody begins before this, in milliseconds since 1970. */
  next_at: number;
  /** How many have failed in a row. */
  failures: number;
  /** Version of the spreadsheet that was read last; null where that is not known. */
  version: string | null;
  /** When that was, in milliseconds since 1970. */
  read_at: number | null;
}

/** Where Google tells us that a spreadsheet has changed. */
export interface GoogleChannelsTable {
  /** What Google names it by. */
  id: string;
  sheet_id: string;
  /** SHA-256 of the secret that comes with each message, as base64url. */
  token_hash: string;
  /** Google's name of what is watched; null until it has answered. */
  resource_id: string | null;
  /** In milliseconds since 1970. */
  until: number;
}

/** A Google account that a person has connected. */
export interface GoogleConnectionsTable {
  person_id: string;
  email: string;
  /** What was granted, as Google has it. */
  scope: string;
  /** Both sealed (`session/seal`). */
  refresh_token: string;
  access_token: string;
  /** In milliseconds since 1970. */
  access_until: number;
  connected_at: string;
  /** Set when Google has said that the consent is no more. */
  withdrawn_at: string | null;
}

/** A consent that is being asked for. */
export interface GoogleConsentsTable {
  /** SHA-256 of the state, as base64url. */
  state_hash: string;
  person_id: string;
  /** SHA-256 of what the browser has as a cookie, as base64url. */
  browser_hash: string;
  /** What proves at Google that it is us who have asked (RFC 7636), sealed. */
  verifier: string;
  /** Path of the app. */
  return_to: string;
  /** In milliseconds since 1970. */
  until: number;
}

/** Notes (developer metadata) that a spreadsheet of Google holds. Who changes it holds the spreadsheet's lease. */
export interface GoogleNotesTable {
  sheet_id: string;
  /** Those that are of no use any more, `OldNote[]` as JSON. */
  notes: string;
}

/** The rows that a write with an `Idempotency-Key` was about when it first came, kept for a day. */
export interface GoogleMeantRowsTable {
  tab_id: string;
  /** Who has written, and with which `Idempotency-Key`. */
  caller: string;
  key: string;
  request_hash: string;
  /** `[_id, values by column key][]` as JSON. */
  rows: string;
  created_at: string;
}

/** A write that Google was asked for, or is about to be, and of which is not known yet what has become of it. */
export interface GoogleWritesTable {
  id: string;
  sheet_id: string;
  owner_id: string;
  tab_id: string;
  /** Number of the note that Google puts down together with new rows. */
  note_id: number;
  /** `WritePlan` as JSON. */
  plan: string;
  /** Who has written, and with which `Idempotency-Key`. */
  caller: string | null;
  key: string | null;
  request_hash: string | null;
  /** The answer that it is to have, as JSON. */
  answer: string;
  /** `lost`: it cannot be found out any more. */
  state: 'open' | 'lost';
  created_at: string;
}

/** Statements that make {@link GoogleTables}. Times that are numbers are milliseconds since 1970. */
export const createGoogleTables: readonly string[] = [
  `create table google_gates (
    name text primary key not null,
    due_at double precision not null,
    closed_until double precision not null
  )`,
  `create table google_refreshes (
    project_id text primary key not null references projects (id) on delete cascade,
    next_at double precision not null,
    failures integer not null,
    version text,
    read_at double precision
  )`,
  `create table google_channels (
    id text primary key not null,
    sheet_id text not null,
    token_hash text not null,
    resource_id text,
    until double precision not null
  )`,
  `create table google_connections (
    person_id text primary key not null references "user" (id) on delete cascade,
    email text not null,
    scope text not null,
    refresh_token text not null,
    access_token text not null,
    access_until double precision not null,
    connected_at text not null,
    withdrawn_at text
  )`,
  `create table google_consents (
    state_hash text primary key not null,
    person_id text not null references "user" (id) on delete cascade,
    browser_hash text not null,
    verifier text not null,
    return_to text not null,
    until double precision not null
  )`,
  `create table google_notes (
    sheet_id text primary key not null,
    notes text not null
  )`,
  `create table google_writes (
    id text primary key not null,
    sheet_id text not null,
    owner_id text not null references "user" (id) on delete cascade,
    tab_id text not null references project_tabs (id) on delete cascade,
    note_id integer not null,
    plan text not null,
    caller text,
    key text,
    request_hash text,
    answer text not null,
    state text not null,
    created_at text not null
  )`,
  `create table google_meant_rows (
    tab_id text not null references project_tabs (id) on delete cascade,
    caller text not null,
    key text not null,
    request_hash text not null,
    rows text not null,
    created_at text not null,
    primary key (tab_id, caller, key)
  )`,
  'create index google_channels_sheet on google_channels (sheet_id)',
  'create index google_consents_person on google_consents (person_id)',
  'create index google_writes_sheet on google_writes (sheet_id)',
  'create index google_writes_tab on google_writes (tab_id)',
  'create index google_writes_owner on google_writes (owner_id)',
  'create index google_meant_rows_age on google_meant_rows (created_at)',
];
