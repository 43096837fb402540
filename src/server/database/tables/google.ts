/** What is shared between servers that ask Google, and what people have allowed. */
export interface GoogleTables {
  google_gates: GoogleGatesTable;
  google_refreshes: GoogleRefreshesTable;
  google_connections: GoogleConnectionsTable;
  google_consents: GoogleConsentsTable;
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
}

/** A Google account that a person has connected. */
export interface GoogleConnectionsTable {
  person_id: string;
  email: string;
  /** What was granted, as Google has it. */
  scope: string;
  /** Both sealed (`google/consent/seal`). */
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
