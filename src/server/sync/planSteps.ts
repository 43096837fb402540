import type { Kysely } from 'kysely';
import type { WriteBlob } from '../database/blobs';
import type { Plan } from '../../contract/plans';
import type { SyncStarter } from '../../contract/syncs';
import type { Database } from '../database/schema';
import type { ProjectTabsTable } from '../database/tables/projects';
import { noRoomForRows } from '../plans/planRefusals';
import type { Workers } from '../workers/workers';
import { deriveAndKeep, type DerivedDrafts, type KeptTab, type TabToDerive } from './deriveTabs';
import { noteGone, rowChangesOf, type TabComparison } from './rowChanges';
import type { PlannedTab, TabPlan } from './planTabs';
import { settingsOf } from '../normalise/deriveTab';
import type { ProgressTeller } from './progress';

interface StepContext {
  readonly db: Kysely<Database>;
  readonly workers: Workers;
}

interface DeriveStepContext extends StepContext {
  readonly derivedDrafts: DerivedDrafts;
}

interface Following {
  readonly startedBy?: SyncStarter;
  readonly signal: AbortSignal;
  readonly progress: ProgressTeller;
}

/**
 * Whether nothing has happened to a tab but what was written through its endpoint, which it has already. Its rows go on as
 * they are, whatever is written meanwhile.
 */
const isOnlyWritten = ({ found: { writtenOver }, known }: PlannedTab) =>
  known !== undefined && known.gone_at === null && writtenOver !== undefined && known.derived_from === writtenOver;

/** Whether the clock alone asks for a tab that its source does not keep and that is as it was. */
const isAsBefore = ({ found: { mark }, known }: PlannedTab, startedBy?: SyncStarter) =>
  startedBy === 'schedule' &&
  known !== undefined &&
  known.gone_at === null &&
  mark !== undefined &&
  known.raw_mark === mark;

/** The raw tab that an endpoint's rows were derived from, where its source does not keep it. */
export const foreignOf = ({ raw_blob: blob, raw_mark: mark }: Pick<ProjectTabsTable, 'raw_blob' | 'raw_mark'>) =>
  blob === null || mark === null ? undefined : { blob, mark };

const toDerive = ({ found, known }: PlannedTab): TabToDerive => ({
  raw: () => found.raw(),
  rawBlob: found.givesUpLog === true ? undefined : found.rawBlob,
  settings: known === undefined ? { headerRow: found.headerRow } : settingsOf(known),
  snapshot: found.givesUpLog === true ? undefined : known?.snapshot_blob,
  foreign: known && foreignOf(known),
});

/**
 * Derives the rows of a plan's tabs, telling how far it is.
 *
 * @returns one for each tab; undefined where it goes on with the rows it has
 */
export function derivePlan(
  { db, workers, derivedDrafts }: DeriveStepContext,
  { startedBy, signal, progress }: Following,
  write: WriteBlob,
  plan: TabPlan,
) {
  const changing = plan.tabs.filter((tab) => !isOnlyWritten(tab) && !isAsBefore(tab, startedBy));
  progress.planned(
    plan.tabs.map((tab) => {
      const { sheetId, title, rows } = tab.found;
      return { sheetId, title, total: tab.known?.rows ?? rows, waits: changing.includes(tab) };
    }),
  );
  const onProgress = (tab: number, rows: number, done: boolean) => {
    const sheetId = changing[tab]?.found.sheetId ?? -1;
    if (done) progress.done(sheetId, rows);
    else progress.reading(sheetId, rows);
  };
  const tabs = changing.map(toDerive);
  return deriveAndKeep({ db, workers, derivedDrafts, write, signal, onProgress }, tabs).then((derived) =>
    plan.tabs.map((tab) => derived[changing.indexOf(tab)]),
  );
}

/** @throws Refusal `plan_limit` for a tab with more rows than the plan has room for */
export function refuseTooLong(limits: Plan | undefined, plan: TabPlan, kept: readonly (KeptTab | undefined)[]) {
  if (limits === undefined) return;
  for (const [index, tab] of kept.entries()) {
    const title = plan.tabs[index]?.found.title ?? '';
    if (tab !== undefined && tab.rows > limits.rowsPerTab) throw noRoomForRows(limits, title, tab.rows);
  }
}

/** Compares the rows that are about to be published with those they replace, and notes the ids that go. */
export async function compareAndNote(context: StepContext, plan: TabPlan, kept: readonly (KeptTab | undefined)[]) {
  const pairs = plan.tabs.map(({ found, known }, at) => ({
    sheetId: found.sheetId,
    title: found.title,
    known,
    kept: kept[at],
  }));
  const vanished = plan.vanished.map(({ sheet_id, title, rows }): TabComparison => {
    const changes = { sheetId: sheet_id, title, added: 0, changed: 0, deleted: rows };
    return { changes, gone: [] };
  });
  const compared = await rowChangesOf(context, pairs);
  await noteGone(context.db, compared);
  return [...compared, ...vanished];
}
