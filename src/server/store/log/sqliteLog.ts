import { setImmediate as nextTurn } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import { utf8Bytes } from '../../normalise/rowJson';
import {
  type LogStore,
  logRowOf,
  obstacleTo,
  type Outcome,
  revisionsOf,
  type TabCommit,
  type TabFacts,
} from './logStore';

const FACTS = `
  select p.id as project_id, p.revision, p.paused, p.writable, t.snapshot_blob, d.spreadsheet_id, d.sheet_id, d.sequence
  from project_tabs t
  join projects p on p.id = t.project_id
  join drive_tabs d on d.spreadsheet_id = p.sheet_id and d.sheet_id = t.sheet_id
  where t.id = ? and t.gone_at is null and p.deleted_at is null`;

/** SQLite takes the bytes of a text in UTF-8 as they are. */
const INSERT_LOG = `
  insert into record_log
    (spreadsheet_id, sheet_id, sequence, tab_id, revision, changes, rows_delta, entries, created_at)
  values
    (@spreadsheet_id, @sheet_id, @sequence, @tab_id, @revision, @changes, @rows_delta, cast(@entries as text), @created_at)`;

const KEEP_ANSWER = `
  insert or replace into idempotency_keys (tab_id, caller, key, request_hash, answer, created_at)
  values (@tabId, @caller, @key, @requestHash, @answer, @createdAt)`;

const statementsOf = (sqlite: BetterSqlite3.Database) => ({
  facts: sqlite.prepare<[string], TabFacts>(FACTS),
  insertLog: sqlite.prepare(INSERT_LOG),
  updateProject: sqlite.prepare<[number, string]>('update projects set revision = ? where id = ?'),
  updateTab: sqlite.prepare<[number, number, string]>(
    'update project_tabs set revision = ?, rows = rows + ? where id = ?',
  ),
  updateDrive: sqlite.prepare<[number, number, string, number]>(
    'update drive_tabs set sequence = ?, rows = rows + ? where spreadsheet_id = ? and sheet_id = ?',
  ),
  addGone: sqlite.prepare<[string, string]>(
    'insert or ignore into gone_rows (tab_id, row_id) select ?, value from json_each(?)',
  ),
  keepAnswer: sqlite.prepare(KEEP_ANSWER),
});

type Statements = ReturnType<typeof statementsOf>;

function writeLog(statements: Statements, commit: TabCommit, facts: TabFacts, revision: number): number {
  const logged = logRowOf(commit, facts, revision);
  statements.insertLog.run({ ...logged, entries: utf8Bytes(logged.entries) });
  statements.updateProject.run(revision, facts.project_id);
  statements.updateTab.run(revision, logged.rows_delta, commit.tabId);
  statements.updateDrive.run(logged.sequence, logged.rows_delta, facts.spreadsheet_id, facts.sheet_id);
  for (const { gone } of commit.writes) {
    if (gone.length > 0) statements.addGone.run(commit.tabId, JSON.stringify(gone));
  }
  return logged.sequence;
}

function commitTab(statements: Statements, commit: TabCommit): Outcome {
  const facts = statements.facts.get(commit.tabId);
  const obstacle = obstacleTo(commit, facts);
  if (facts === undefined || obstacle !== undefined) return obstacle ?? { kind: 'gone' };
  const revisions = revisionsOf(commit, facts.revision);
  const last = revisions.at(-1) ?? facts.revision;
  const sequence = last > facts.revision ? writeLog(statements, commit, facts, last) : commit.sequence;
  const createdAt = new Date().toISOString();
  for (const [index, { keep }] of commit.writes.entries()) {
    if (keep === undefined) continue;
    const answer = keep.answer(revisions[index] ?? last);
    statements.keepAnswer.run({ ...keep, tabId: commit.tabId, answer, createdAt });
  }
  return { kind: 'committed', sequence, revisions };
}

/** More ids than these are noted as gone before the rows are, in small steps: one that is noted and yet there answers as ever. */
const MANY = 500;

const hasManyGone = ({ writes }: TabCommit) => writes.some(({ gone }) => gone.length > MANY);

/** Notes the ids that go by a commit. @returns what is left to be committed */
async function noteGone(db: Kysely<Database>, { addGone }: Statements, commit: TabCommit): Promise<TabCommit> {
  const { tabId, writes } = commit;
  const gone = writes.flatMap((write) => write.gone);
  for (let at = 0; at < gone.length; at += MANY) {
    const ids = JSON.stringify(gone.slice(at, at + MANY));
    await db.connection().execute(async () => addGone.run(tabId, ids));
    await nextTurn();
  }
  return { ...commit, writes: writes.map((write) => ({ ...write, gone: [] })) };
}

/**
 * The log in SQLite: prepared statements on Kysely's own connection. While no transaction of somebody else is open on it, a
 * commit waits for nobody; else it is lent the connection after them.
 */
export function createSqliteLog(db: Kysely<Database>, sqlite: BetterSqlite3.Database): LogStore {
  const statements = statementsOf(sqlite);
  const run = sqlite.transaction((tabs: readonly TabCommit[]) => tabs.map((tab) => commitTab(statements, tab)));
  const commit = async (tabs: readonly TabCommit[]) => {
    if (sqlite.inTransaction) return db.connection().execute(async () => run.immediate(tabs));
    return run.immediate(tabs);
  };
  const commitMany = async (tabs: readonly TabCommit[]) => {
    const left: TabCommit[] = [];
    for (const tab of tabs) left.push(hasManyGone(tab) ? await noteGone(db, statements, tab) : tab);
    return commit(left);
  };
  return { commit: (tabs) => (tabs.some(hasManyGone) ? commitMany(tabs) : commit(tabs)) };
}
