/** What servers on one PostgreSQL have to agree on; a single server on SQLite counts guesses at passwords here. */
export interface NodeTables {
  leases: LeasesTable;
  call_windows: CallWindowsTable;
}

/** Who may work on something at the moment, one row for each thing that was ever worked on. */
export interface LeasesTable {
  name: string;
  holder: string;
  /** Grows each time somebody takes it, so that whoever has lost it without noticing is told apart. */
  fence: number;
  /** When it ends by itself, in milliseconds since 1970 by the database's clock. */
  until: number;
}

/** Calls that are counted together by all servers, and guesses at passwords (`../../session/guesses`). */
export interface CallWindowsTable {
  name: string;
  /** When counting began, in milliseconds since 1970 by the database's clock. */
  began_at: number;
  calls: number;
}
