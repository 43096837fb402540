import type { DatabaseKind } from '../database';
import { bigint, bytes, double, integer, statementsOf, type TablesOf, text } from './columns';

/** What belongs to no feature: bytes of any size, and what servers on one database have to agree on. */
const sharedTables = (kind: DatabaseKind) => ({
  /** Anything large: uploaded files, raw tabs, snapshots of rows. Written in chunks, then referred to by a tiny commit. */
  blobs: {
    id: text('primary key'),
    bytes: bigint(),
    created_at: text(),
  },
  blob_chunks: {
    blob_id: text('references blobs (id) on delete cascade'),
    n: integer(),
    bytes: bytes(kind === 'sqlite' ? 'blob' : 'bytea'),
  },
  /** Locks of all servers (`../locks.ts`), one row for each name that was ever locked. */
  leases: {
    name: text('primary key'),
    holder: text(),
    /** Grows each time somebody takes it, so that whoever has lost it without noticing is told apart. */
    fence: bigint(),
    /** When it ends by itself, in milliseconds since 1970 by the database's clock. */
    until: double(),
  },
  /** Calls that are counted together by all servers, and guesses at passwords (`../../session/guesses`). */
  call_windows: {
    name: text('primary key'),
    /** When counting began, in milliseconds since 1970 by the database's clock. */
    began_at: double(),
    calls: integer(),
  },
});

export type SharedTables = TablesOf<ReturnType<typeof sharedTables>>;

/** Statements that make {@link SharedTables}. A blob that is referred to cannot be removed. */
export const createSharedTables = (kind: DatabaseKind): readonly string[] =>
  statementsOf(sharedTables(kind), { blob_chunks: 'blob_id, n' });
