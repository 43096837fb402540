import type { Db } from '../../database/schema';
import type { Author } from '../../database/tables/records';
import { isSqlite } from '../../database/databaseKind';
import { addTombstones } from './tombstones';
import { keepAnswer } from './idempotency';
import type { Keep } from './plannedWrite';

/** Response to store, so that a repeated request gets the same one. */
interface AnswerToStore extends Keep {
  /** Builds the response as JSON, once the revision of the write is known. */
  readonly answer: (revision: number) => string;
}

/** A planned write. */
export interface LoggedWrite {
  /** JSON of each `LoggedChange`; empty when the write changes nothing, which creates no revision. */
  readonly changes: readonly string[];
  readonly rowsDelta: number;
  /** Ids that no row has after the write. */
  readonly gone: readonly string[];
  readonly author: Author;
  readonly keep?: AnswerToStore | undefined;
}

/** Pending writes to one tab. */
export interface TabCommit {
  readonly tabId: string;
  /** Base that the writes were planned against: the rows of this snapshot plus the log up to this entry. */
  readonly snapshot: string;
  readonly sequence: number;
  readonly writes: readonly LoggedWrite[];
}

/**
 * Outcome of a tab's writes: committed; or nothing written, because the rows have changed since (`stale`) or the project does not
 * accept writes (`paused`, `readOnly`, `gone`).
 */
export type Outcome =
  | { readonly kind: 'committed'; readonly sequence: number; readonly revisions: readonly number[] }
  | { readonly kind: 'stale' | 'paused' | 'readOnly' | 'gone' };

/** Maximum attempts to lock a project whose id is being changed at the same time. */
const MAX_LOCK_ATTEMPTS = 3;

/**
 * Locks the tab's project, so that writes of several servers are serialized; in SQLite the transaction does that already. If the
 * project's id changes in between, the row no longer exists and the new row is locked instead.
 *
 * @returns whether the project exists
 */
async function lockProject(trx: Db, tabId: string): Promise<boolean> {
  if (isSqlite(trx)) return true;
  for (let attempts = 0; attempts < MAX_LOCK_ATTEMPTS; attempts += 1) {
    const locked = await trx
      .selectFrom('projects')
      .select('id')
      .where('id', '=', trx.selectFrom('project_tabs').select('project_id').where('id', '=', tabId))
      .forUpdate()
      .execute();
    if (locked.length > 0) return true;
  }
  return false;
}

/** Stored state of a tab at the time of the commit. */
type TabFacts = NonNullable<Awaited<ReturnType<typeof factsOf>>>;

const factsOf = (trx: Db, tabId: string) =>
  trx
    .selectFrom('projects as p')
    .innerJoin('project_tabs as t', 't.project_id', 'p.id')
    .innerJoin('drive_tabs as d', (join) =>
      join.onRef('d.spreadsheet_id', '=', 'p.sheet_id').onRef('d.sheet_id', '=', 't.sheet_id'),
    )
    .select(['p.id as project_id', 'p.revision', 'p.paused', 'p.writable', 't.snapshot_blob'])
    .select(['d.spreadsheet_id', 'd.sheet_id', 'd.sequence'])
    .where('t.id', '=', tabId)
    .where('t.gone_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst();

/** Returns the reason why writes cannot be committed, if there is one. */
function obstacleTo(commit: TabCommit, facts: TabFacts): Outcome | undefined {
  if (facts.paused === 1) return { kind: 'paused' };
  if (facts.writable === 0) return { kind: 'readOnly' };
  const isUnchanged = facts.snapshot_blob === commit.snapshot && Number(facts.sequence) === commit.sequence;
  return isUnchanged ? undefined : { kind: 'stale' };
}

/** Returns the revision after each write. A write without changes creates none. */
function revisionsOf({ writes }: TabCommit, before: number): number[] {
  let revision = before;
  return writes.map(({ changes }) => {
    if (changes.length > 0) revision += 1;
    return revision;
  });
}

const isSameAuthor = (one: Author, other: Author) => one.actor === other.actor && one.reason === other.reason;

/** Groups consecutive writes of the same author, without those that change nothing. */
function writesByAuthor(writes: readonly LoggedWrite[]): LoggedWrite[][] {
  const groups: LoggedWrite[][] = [];
  for (const write of writes) {
    if (write.changes.length === 0) continue;
    const group = groups.at(-1);
    if (group !== undefined && isSameAuthor(group[0]!.author, write.author)) group.push(write);
    else groups.push([write]);
  }
  return groups;
}

/** Builds the log rows of a commit, the change in the tab's row count, and the sequence of the last entry. */
function logRowsOf({ tabId, sequence, writes }: TabCommit, facts: TabFacts) {
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
      entries: `[${group.map(({ changes }) => `[${changes.join(',')}]`).join(',')}]`,
      actor: group[0]!.author.actor,
      reason: group[0]!.author.reason,
      created_at,
    };
  });
  return { rows, rowsDelta: rows.reduce((sum, row) => sum + row.rows_delta, 0), sequence: sequence + rows.length };
}

async function writeLog(trx: Db, commit: TabCommit, facts: TabFacts, revision: number): Promise<number> {
  const { rows, rowsDelta, sequence } = logRowsOf(commit, facts);
  await trx.insertInto('record_log').values(rows).execute();
  await trx.updateTable('projects').set({ revision }).where('id', '=', facts.project_id).execute();
  await trx
    .updateTable('project_tabs')
    .set((eb) => ({ revision, rows: eb('rows', '+', rowsDelta) }))
    .where('id', '=', commit.tabId)
    .execute();
  await trx
    .updateTable('drive_tabs')
    .set((eb) => ({ sequence, rows: eb('rows', '+', rowsDelta), edited: 1, changed_at: new Date().toISOString() }))
    .where('spreadsheet_id', '=', facts.spreadsheet_id)
    .where('sheet_id', '=', facts.sheet_id)
    .execute();
  const gone = commit.writes.flatMap((write) => write.gone);
  await addTombstones(trx, commit.tabId, gone);
  return sequence;
}

async function storeAnswers(trx: Db, { tabId, writes }: TabCommit, revisions: readonly number[]) {
  for (const [index, { keep }] of writes.entries()) {
    if (keep !== undefined) await keepAnswer(trx, { ...keep, tabId, answer: keep.answer(revisions[index] ?? 0) });
  }
}

async function commitTab(trx: Db, commit: TabCommit): Promise<Outcome> {
  const exists = await lockProject(trx, commit.tabId);
  const facts = exists ? await factsOf(trx, commit.tabId) : undefined;
  if (facts === undefined) return { kind: 'gone' };
  const obstacle = obstacleTo(commit, facts);
  if (obstacle !== undefined) return obstacle;
  const revisions = revisionsOf(commit, facts.revision);
  const last = revisions.at(-1) ?? facts.revision;
  const sequence = last > facts.revision ? await writeLog(trx, commit, facts, last) : commit.sequence;
  await storeAnswers(trx, commit, revisions);
  return { kind: 'committed', sequence, revisions };
}

/**
 * Commits writes to several tabs in one transaction, durably. The refusal of one tab does not affect the others. In PostgreSQL,
 * several servers may commit at the same time.
 *
 * @returns the outcome of each tab's writes
 */
export const commitWrites = (db: Db, tabs: readonly TabCommit[]): Promise<Outcome[]> =>
  db.transaction().execute(async (trx) => {
    const outcomes = new Map<TabCommit, Outcome>();
    // The same order on every server avoids deadlocks.
    for (const tab of tabs.toSorted((one, other) => (one.tabId < other.tabId ? -1 : 1))) {
      outcomes.set(tab, await commitTab(trx, tab));
    }
    return tabs.map((tab) => outcomes.get(tab) ?? { kind: 'gone' as const });
  });
