import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import { sqliteOf } from '../../database/sqlite';
import { joinedUtf8, type Utf8Text } from '../../normalise/rowJson';
import { createPostgresLog } from './postgresLog';
import { createSqliteLog } from './sqliteLog';

/** An answer that is kept, so that the same request is answered the same. */
export interface KeptAnswer {
  /** Who wrote. */
  readonly caller: string;
  readonly key: string;
  readonly requestHash: string;
  /** The answer as JSON, once it is known which revision the write makes. */
  readonly answer: (revision: number) => string;
}

/** One write, worked out. */
export interface LoggedWrite {
  /** JSON of each `LoggedChange`; none when it comes to nothing: then there is no new revision either. */
  readonly changes: readonly Utf8Text[];
  readonly rowsDelta: number;
  /** Ids that no row has any more. */
  readonly gone: readonly string[];
  readonly keep?: KeptAnswer | undefined;
}

/** Writes to one tab that wait together. */
export interface TabCommit {
  readonly tabId: string;
  /** What they were worked out against: the rows of this snapshot and the log up to this entry. */
  readonly snapshot: string;
  readonly sequence: number;
  readonly writes: readonly LoggedWrite[];
}

/**
 * What became of a tab's writes: on disk; or nothing, because its rows are others by now (`stale`), or because the project is
 * not to be written to (`paused`, `readOnly`, `gone`).
 */
export type Outcome =
  | { readonly kind: 'committed'; readonly sequence: number; readonly revisions: readonly number[] }
  | { readonly kind: 'stale' | 'paused' | 'readOnly' | 'gone' };

/** What is known of a tab when its writes are committed. */
export interface TabFacts {
  readonly project_id: string;
  readonly revision: number;
  readonly paused: number;
  readonly writable: number;
  readonly snapshot_blob: string;
  readonly spreadsheet_id: string;
  readonly sheet_id: number;
  readonly sequence: number;
}

/** Where writes become durable. */
export interface LogStore {
  /**
   * Commits in one transaction, on disk when it answers. One tab's refusal does not concern the others.
   */
  commit(tabs: readonly TabCommit[]): Promise<readonly Outcome[]>;
}

/** Why writes cannot be committed, if they cannot. */
export function obstacleTo(commit: TabCommit, facts: TabFacts | undefined): Outcome | undefined {
  if (facts === undefined) return { kind: 'gone' };
  if (facts.paused === 1) return { kind: 'paused' };
  if (facts.writable === 0) return { kind: 'readOnly' };
  const isSame = facts.snapshot_blob === commit.snapshot && Number(facts.sequence) === commit.sequence;
  return isSame ? undefined : { kind: 'stale' };
}

/** The revision after each write: one that comes to nothing makes none. */
export function revisionsOf({ writes }: TabCommit, before: number): number[] {
  let revision = before;
  return writes.map(({ changes }) => (changes.length === 0 ? revision : (revision += 1)));
}

const textOf = (changes: readonly Utf8Text[]) => `[${changes.length === 1 ? changes[0] : changes.join(',')}]`;

/** The log's columns that follow from the writes. */
export function logRowOf({ tabId, sequence, writes }: TabCommit, facts: TabFacts, revision: number) {
  const logged = writes.map(({ changes }) => changes).filter((changes) => changes.length > 0);
  return {
    spreadsheet_id: facts.spreadsheet_id,
    sheet_id: facts.sheet_id,
    sequence: sequence + 1,
    tab_id: tabId,
    revision,
    changes: logged.reduce((sum, changes) => sum + changes.length, 0),
    rows_delta: writes.reduce((sum, { rowsDelta }) => sum + rowsDelta, 0),
    entries: joinedUtf8(`[${logged.map(textOf).join(',')}]`),
    created_at: new Date().toISOString(),
  };
}

/** The log of a database, whichever it is. */
export function openLog(db: Kysely<Database>): LogStore {
  const sqlite = sqliteOf(db);
  return sqlite === undefined ? createPostgresLog(db) : createSqliteLog(db, sqlite);
}
