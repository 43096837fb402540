import type { Author } from '../../database/tables/records';

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
  readonly changes: readonly string[];
  readonly rowsDelta: number;
  /** Ids that no row has any more. */
  readonly gone: readonly string[];
  readonly author: Author;
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

const textOf = (changes: readonly string[]) => `[${changes.join(',')}]`;

const isSame = (one: Author, other: Author) => one.actor === other.actor && one.reason === other.reason;

/** Writes that change something, those of one author together as far as they follow each other. */
function writesByAuthor(writes: readonly LoggedWrite[]): LoggedWrite[][] {
  const groups: LoggedWrite[][] = [];
  for (const write of writes) {
    if (write.changes.length === 0) continue;
    const group = groups.at(-1);
    if (group !== undefined && isSame(group[0]!.author, write.author)) group.push(write);
    else groups.push([write]);
  }
  return groups;
}

/** What a commit adds to the log: its rows, how many rows of the tab there are more then, and the number of the last entry. */
export function loggedOf({ tabId, sequence, writes }: TabCommit, facts: TabFacts) {
  const created_at = new Date().toISOString();
  let { revision } = facts;
  const rows = writesByAuthor(writes).map((group, at) => {
    revision += group.length;
    return {
      spreadsheet_id: facts.spreadsheet_id,
      sheet_id: facts.sheet_id,
      sequence: sequence + 1 + at,
      tab_id: tabId,
      revision,
      changes: group.reduce((sum, { changes }) => sum + changes.length, 0),
      rows_delta: group.reduce((sum, { rowsDelta }) => sum + rowsDelta, 0),
      entries: `[${group.map(({ changes }) => textOf(changes)).join(',')}]`,
      actor: group[0]!.author.actor,
      reason: group[0]!.author.reason,
      created_at,
    };
  });
  return { rows, rowsDelta: rows.reduce((sum, row) => sum + row.rows_delta, 0), sequence: sequence + rows.length };
}
