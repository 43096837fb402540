import { readBlob, withBlobs } from '../../database/blobs';
import { ChangedMeanwhile, retryIfChanged } from '../../database/optimisticLocking';
import type { Db } from '../../database/schema';
import type { ProjectTabsTable } from '../../database/tables/projects';
import { keepsChanging } from '../../google/write/writeRefusals';
import { derivedColumns, settingsOf } from '../../normalise/derivedTab';
import type { Base } from '../../parts';
import { addTombstones } from '../../store/log/tombstones';
import { keepAnswer, type KeptAnswer } from '../../store/log/idempotency';
import { madeBy, nextRevision, updateTab } from '../../sync/syncRepository';
import type { Workers } from '../../workers/workers';
import { type Intent, keyOf, removeIntent } from './intents';
import type { SheetTurn } from './sheetQueue';

export interface PublishContext extends Pick<Base, 'db' | 'events'> {
  readonly workers: Pick<Workers, 'run'>;
}

/** Sets the final revision in a response that was prepared before the write. */
function withRevision(answer: string, revision: number): string {
  const prepared = JSON.parse(answer) as KeptAnswer;
  const headers = { ...prepared.headers, 'x-tabpoint-revision': String(revision) };
  if (prepared.body === '') return JSON.stringify({ ...prepared, headers });
  const body = JSON.parse(prepared.body) as { readonly meta?: object };
  return JSON.stringify({ ...prepared, headers, body: JSON.stringify({ ...body, meta: { ...body.meta, revision } }) });
}

const findTab = (db: Db, id: string): Promise<ProjectTabsTable | undefined> =>
  db.selectFrom('project_tabs').selectAll().where('id', '=', id).executeTakeFirst();

/** Columns of a tab that a write changes: those derived from its rows, and its blobs. */
type WrittenColumns = Pick<ProjectTabsTable, 'columns'> & Partial<ProjectTabsTable>;

/**
 * Commits the rows, their revision, the response for repeats, and the removal of the intent, in one short transaction.
 *
 * @throws ChangedMeanwhile if the tab's settings changed meanwhile, which rebuilds its rows, or its project received another id
 */
function commit(db: Db, turn: SheetTurn, intent: Intent, tab: ProjectTabsTable, columns: WrittenColumns) {
  return db.transaction().execute(async (trx) => {
    await turn.lockIn(trx);
    const current = await findTab(trx, tab.id);
    if (current?.snapshot_blob !== tab.snapshot_blob || current.raw_blob !== tab.raw_blob) throw new ChangedMeanwhile();
    const { project_id: projectId } = current;
    const revision = await nextRevision(trx, projectId);
    if (revision === undefined) throw new ChangedMeanwhile();
    await updateTab(trx, tab.id, { ...columns, ...madeBy(intent, revision) });
    await addTombstones(trx, tab.id, intent.plan.gone);
    const keep = keyOf(intent);
    if (keep !== undefined)
      await keepAnswer(trx, { ...keep, tabId: tab.id, answer: withRevision(intent.answer, revision) });
    await removeIntent(trx, intent.id);
    return { revision, projectId };
  });
}

async function publishOnce(context: PublishContext, turn: SheetTurn, intent: Intent): Promise<number | undefined> {
  const { db, events, workers } = context;
  const tab = await findTab(db, intent.tab_id);
  if (tab === undefined || tab.raw_blob === null) return undefined;
  const log = [Buffer.from(JSON.stringify([intent.plan.changes]))];
  const input = { raw: await readBlob(db, tab.raw_blob), log, settings: settingsOf(tab), isRead: true };
  const { raw: folded, mark = null, derived } = await workers.run('compactLog', input);
  return withBlobs(db, async (write) => {
    const columns = {
      ...derivedColumns(derived),
      snapshot_blob: await write(derived.packed),
      raw_blob: await write(folded),
      raw_mark: mark,
    };
    const { revision, projectId } = await commit(db, turn, intent, tab, columns);
    events.projectChanged.emit(projectId);
    return revision;
  });
}

/**
 * Updates the endpoint's rows after a write that Google has accepted, and removes the intent.
 *
 * @returns the revision; undefined if the tab no longer exists
 */
export async function publishWritten(context: PublishContext, turn: SheetTurn, intent: Intent) {
  // Google has accepted the write, so publishing is retried without a limit.
  const revision = await retryIfChanged(keepsChanging, () => publishOnce(context, turn, intent), Infinity);
  if (revision === undefined) await removeIntent(context.db, intent.id);
  return revision;
}
