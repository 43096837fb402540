import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import { isSqlite } from '../../database/sqlite';
import { keepAnswer } from './keptAnswers';
import {
  type LogStore,
  loggedOf,
  obstacleTo,
  type Outcome,
  revisionsOf,
  type TabCommit,
  type TabFacts,
} from './logStore';

type Db = Kysely<Database>;

/** So often a project is looked for that gets another address at the very moment. */
const TRIES = 3;

/**
 * Locks the tab's project, so that writes of several servers come one after the other; in SQLite the transaction itself sees to that.
 * A project that has got another address meanwhile is another row by then, which is locked instead.
 *
 * @returns whether there is one
 */
async function lockProject(trx: Db, tabId: string): Promise<boolean> {
  if (isSqlite(trx)) return true;
  for (let tries = 0; tries < TRIES; tries += 1) {
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

const factsOf = (trx: Db, tabId: string): Promise<TabFacts | undefined> =>
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

/** Ids that are noted as gone at once: SQLite answers in the same turn of the event loop. */
const GONE_AT_ONCE = 500;

async function addGone(trx: Db, { tabId, writes }: TabCommit) {
  const gone = writes.flatMap((write) => write.gone.map((row_id) => ({ tab_id: tabId, row_id })));
  for (let at = 0; at < gone.length; at += GONE_AT_ONCE) {
    if (at > 0) await nextTurn();
    await trx
      .insertInto('gone_rows')
      .values(gone.slice(at, at + GONE_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

async function writeLog(trx: Db, commit: TabCommit, facts: TabFacts, revision: number): Promise<number> {
  const { rows, rowsDelta, sequence } = loggedOf(commit, facts);
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
  await addGone(trx, commit);
  return sequence;
}

async function keepAnswers(trx: Db, { tabId, writes }: TabCommit, revisions: readonly number[]) {
  for (const [index, { keep }] of writes.entries()) {
    if (keep !== undefined) await keepAnswer(trx, tabId, { ...keep, answer: keep.answer(revisions[index] ?? 0) });
  }
}

async function commitTab(trx: Db, commit: TabCommit): Promise<Outcome> {
  const facts = (await lockProject(trx, commit.tabId)) ? await factsOf(trx, commit.tabId) : undefined;
  const obstacle = obstacleTo(commit, facts);
  if (facts === undefined || obstacle !== undefined) return obstacle ?? { kind: 'gone' };
  const revisions = revisionsOf(commit, facts.revision);
  const last = revisions.at(-1) ?? facts.revision;
  const sequence = last > facts.revision ? await writeLog(trx, commit, facts, last) : commit.sequence;
  await keepAnswers(trx, commit, revisions);
  return { kind: 'committed', sequence, revisions };
}

/** The log in the database, to which any number of servers write where that is PostgreSQL. */
export function createDatabaseLog(db: Db): LogStore {
  return {
    commit: (tabs) =>
      db.transaction().execute(async (trx) => {
        const outcomes = new Map<TabCommit, Outcome>();
        // In one order on every server, so that no two wait for each other.
        for (const tab of tabs.toSorted((one, other) => (one.tabId < other.tabId ? -1 : 1))) {
          outcomes.set(tab, await commitTab(trx, tab));
        }
        return tabs.map((tab) => outcomes.get(tab) ?? { kind: 'gone' as const });
      }),
  };
}
