import type { Column } from '../../contract/rows';
import type { SyncStarter } from '../../contract/syncs';
import { readBlob, streamBlob, type WriteBlob } from '../database/blobs';
import type { Db } from '../database/schema';
import type { ProjectTabsTable } from '../database/tables/projects';
import { haveEqualSettings, settingsOf, type TabSettings } from '../normalise/derivedTab';
import type { Base } from '../parts';
import type { PlanLimits } from '../plans/planLimits';
import { noRoomForRows } from '../plans/planRefusals';
import type { DriveRaw, FetchedRaw, ForeignRaw } from '../workbook/source';
import type { JobProgress } from '../workers/workers';
import type { DerivedAnew } from './deriveTab';
import type { PlannedTab, TabPlan } from './planTabs';
import type { ProgressReporter } from './progress';

/** A tab whose rows are to be derived anew. */
export interface TabToDerive {
  readonly raw: () => Promise<FetchedRaw>;
  readonly settings: TabSettings;
  /** The columns it has, which it keeps if rows were written to it. */
  readonly known?: readonly Column[];
  /** The blob with the rows it has now. */
  readonly snapshot?: string;
  /** The raw tab that it was derived from before, where its source does not keep it; and the columns that were derived. */
  readonly foreign?: (Required<ForeignRaw> & { readonly columns: readonly Column[] }) | undefined;
}

/** Derived rows, kept as a blob. */
export interface KeptTab extends Omit<DerivedAnew, 'packed' | 'raw'> {
  readonly snapshot: string;
  /** Whether its rows or columns differ from what they were. */
  readonly changed: boolean;
  /** Of a tab of the drive: what its rows were derived from. */
  readonly drive?: Omit<DriveRaw, 'log'> & {
    /** Number of the last entry of the log that is part of the raw tab itself. */
    readonly rawSequence: number;
  };
  /** Of a tab that its source does not keep: where we keep it. */
  readonly foreign?: Required<ForeignRaw>;
}

interface DeriveContext extends Pick<Base, 'db' | 'workers'> {
  readonly write: WriteBlob;
  readonly signal?: AbortSignal;
  /** Is called with the index of a tab, how many of its rows are read, and whether it is done. */
  readonly onProgress?: (tab: number, rows: number, done: boolean) => void;
}

async function isStored(db: Db, snapshot: string, packed: Buffer): Promise<boolean> {
  let at = 0;
  for await (const chunk of streamBlob(db, snapshot)) {
    if (!packed.subarray(at, at + chunk.length).equals(chunk)) return false;
    at += chunk.length;
  }
  return at === packed.length;
}

/** Keeps a raw tab of another source, unless it is kept already. @param withIds it with the ids that its rows have had, where some have */
async function keepForeign(write: WriteBlob, { packed, foreign }: FetchedRaw, withIds?: Buffer) {
  return foreign && { rawHash: foreign.rawHash, blob: foreign.blob ?? (await write(withIds ?? (await packed()))) };
}

async function keep(
  { db, write }: DeriveContext,
  { snapshot: before }: TabToDerive,
  raw: FetchedRaw,
  { packed, raw: withIds, ...facts }: DerivedAnew,
): Promise<KeptTab> {
  const same = before !== undefined && (await isStored(db, before, packed)) ? before : undefined;
  const foreign = await keepForeign(write, raw, withIds);
  const snapshot = same ?? (await write(packed));
  return { ...facts, drive: raw.drive && driveOf(raw.drive), foreign, snapshot, changed: same === undefined };
}

const driveOf = ({ blob, sequence, log }: DriveRaw): KeptTab['drive'] => ({
  ...{ blob, sequence },
  rawSequence: sequence - log.length,
});

/** The raw tab that rows are derived from. One of another source that holds what it held before is the one that is kept, with its ids. */
async function rawOf(db: Db, { raw, foreign: kept }: TabToDerive): Promise<FetchedRaw> {
  const fetched = await raw();
  if (kept === undefined || kept.rawHash !== fetched.foreign?.rawHash) return fetched;
  return { packed: () => readBlob(db, kept.blob), foreign: kept };
}

/** Derives the rows of a tab in a worker, unless its source has them already. */
async function derive(
  { db, workers, signal }: DeriveContext,
  { settings, known, foreign: kept }: TabToDerive,
  { packed, drive, foreign, derived: given, derivedBy = {} }: FetchedRaw,
  onProgress: (progress: JobProgress) => void,
): Promise<DerivedAnew> {
  const derived = haveEqualSettings(settings, derivedBy) ? given : undefined;
  const former = foreign !== undefined && foreign.blob === undefined ? kept : undefined;
  if (derived !== undefined && former === undefined) return derived;
  const isWritten = drive !== undefined && drive.sequence > 0;
  const input = {
    raw: await packed(),
    log: drive?.log,
    settings: isWritten ? { ...settings, known } : settings,
    before: former && { raw: await readBlob(db, former.blob), columns: former.columns },
    derived,
  };
  return workers.run('deriveTab', input, { signal, onProgress });
}

/**
 * Derives the rows of tabs in worker threads, one after the other, and writes those that differ from what there is. Nothing is
 * published.
 *
 * @returns one for each tab, in the same order
 */
export async function deriveAndKeep(context: DeriveContext, tabs: readonly TabToDerive[]): Promise<KeptTab[]> {
  const kept: KeptTab[] = [];
  for (const [index, tab] of tabs.entries()) {
    const raw = await rawOf(context.db, tab);
    const derived = await derive(context, tab, raw, ({ rows }) => context.onProgress?.(index, rows, false));
    context.onProgress?.(index, derived.rows, true);
    kept.push(await keep(context, tab, raw, derived));
  }
  return kept;
}

/**
 * Whether nothing has happened to a tab but what was written through its endpoint, which it has already. Its rows go on as
 * they are, whatever is written meanwhile.
 */
const isOnlyWritten = ({ found: { writtenOver }, known }: PlannedTab) =>
  known !== undefined && known.gone_at === null && writtenOver !== undefined && known.derived_from === writtenOver;

/** Whether the clock alone asks for a tab that its source does not keep and that is as it was. */
const isAsBefore = ({ found: { rawHash }, known }: PlannedTab, startedBy?: SyncStarter) =>
  startedBy === 'schedule' &&
  known !== undefined &&
  known.gone_at === null &&
  rawHash !== undefined &&
  known.raw_mark === rawHash;

/** The raw tab that an endpoint's rows were derived from, where its source does not keep it. */
export const foreignOf = ({
  raw_blob,
  raw_mark,
  columns,
}: Pick<ProjectTabsTable, 'raw_blob' | 'raw_mark' | 'columns'>) =>
  raw_blob === null || raw_mark === null
    ? undefined
    : { blob: raw_blob, rawHash: raw_mark, columns: JSON.parse(columns) as Column[] };

/** The rows that an endpoint has, where nothing was written to them since that goes: what a tab's log held went when it was gone. */
const snapshotOf = ({ found, known }: Pick<PlannedTab, 'found' | 'known'>) =>
  found.givesUpLog === true || known?.gone_at !== null ? undefined : known.snapshot_blob;

const toDerive = ({ found, known }: PlannedTab): TabToDerive => ({
  raw: () => found.raw(),
  settings: known === undefined ? { headerRow: found.headerRow } : settingsOf(known),
  snapshot: snapshotOf({ found, known }),
  foreign: known && foreignOf(known),
});

/** How the rows of a plan's tabs are derived. */
interface Deriving {
  /** Whose plan has to have room for them. */
  readonly ownerId: string;
  readonly startedBy?: SyncStarter;
  readonly signal: AbortSignal;
  /** Is told how far it is. */
  readonly progress?: ProgressReporter;
}

/**
 * Derives the rows of a plan's tabs, telling how far it is.
 *
 * @returns one for each tab; undefined where it goes on with the rows it has
 * @throws Refusal `plan_limit` for a tab with more rows than the plan of its owner has room for
 */
export async function derivePlan(
  { planLimits, ...context }: Pick<DeriveContext, 'db' | 'workers'> & { readonly planLimits: PlanLimits },
  { ownerId, startedBy, signal, progress }: Deriving,
  write: WriteBlob,
  plan: TabPlan,
): Promise<(KeptTab | undefined)[]> {
  const changing = plan.tabs.filter((tab) => !isOnlyWritten(tab) && !isAsBefore(tab, startedBy));
  progress?.planned(
    plan.tabs.map((tab) => {
      const { sheetId, title, rows } = tab.found;
      return { sheetId, title, total: tab.known?.rows ?? rows, waits: changing.includes(tab) };
    }),
  );
  const onProgress = (tab: number, rows: number, done: boolean) => {
    const sheetId = changing[tab]?.found.sheetId ?? -1;
    if (done) progress?.done(sheetId, rows);
    else progress?.reading(sheetId, rows);
  };
  const derived = await deriveAndKeep({ ...context, write, signal, onProgress }, changing.map(toDerive));
  const limits = await planLimits.of(ownerId);
  for (const [at, { rows }] of derived.entries()) {
    const title = changing[at]?.found.title ?? '';
    if (limits !== undefined && rows > limits.rowsPerTab) throw noRoomForRows(limits, title, rows);
  }
  return plan.tabs.map((tab) => derived[changing.indexOf(tab)]);
}
