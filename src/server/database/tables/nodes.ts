/** What servers on one database have to agree on: locks and counts. */
export interface NodeTables {
  leases: LeasesTable;
  call_windows: CallWindowsTable;
}

/** Locks of all servers (`../locks.ts`), one row for each name that was ever locked. */
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

/** Statements that make {@link NodeTables}. */
export const createNodeTables: readonly string[] = [
  `create table leases (
    name text primary key not null,
    holder text not null,
    fence bigint not null,
    until double precision not null
  )`,
  `create table call_windows (
    name text primary key not null,
    began_at double precision not null,
    calls integer not null
  )`,
];
