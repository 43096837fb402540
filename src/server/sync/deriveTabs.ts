import type { Column } from '../../contract/rows';
import type { SyncStarter, TabProgress } from '../../contract/syncs';
import { readBlob, type WriteBlob } from '../database/blobs';
import type { Db } from '../database/schema';
import type { ProjectTabsTable } from '../database/tables/projects';
import { haveEqualSettings, settingsOf, type TabSettings } from '../normalise/derivedTab';
import type { Base } from '../parts';
import type { PlanLimits } from '../plans/planLimits';
import { noRoomForRows } from '../plans/planRefusals';
import { packLog } from '../store/log/compactRaw';
import type { DriveRaw, FetchedRaw, ForeignRaw } from '../workbook/source';
import type { JobProgress, RunOptions } from '../workers/workers';
import type { DerivedWithIds } from './deriveTab';
import type { PlannedTab, TabPlan } from './planTabs';
import type { ProgressReporter } from './progress';

/** A tab whose rows have to be derived. */
export interface TabToDerive {
  readonly raw: () => Promise<FetchedRaw>;
  readonly settings: TabSettings;
  /** Its current columns, which it keeps if rows were written to it. */
  readonly known?: readonly Column[];
  /** The blob of its current rows. */
  readonly snapshot?: string;
  /** The raw tab that it was derived from before, stored by us when its source does not store it; and the derived columns. */
  readonly foreign?: (Required<ForeignRaw> & { readonly columns: readonly Column[] }) | undefined;
}

/** Derived rows, stored as a blob. */
export interface StoredRows extends Omit<DerivedWithIds, 'packed' | 'raw'> {
  readonly snapshot: string;
  /** Whether its rows or columns have changed. */
  readonly changed: boolean;
  /** Of a tab of the drive: what its rows were derived from. */
  readonly drive?: Omit<DriveRaw, 'log'> & {
    /** Sequence of the last log entry that the raw tab contains. */
    readonly rawSequence: number;
  };
  /** Of a tab that its source does not store: where we store it. */
  readonly foreign?: Required<ForeignRaw>;
}

interface DeriveContext extends Pick<Base, 'db' | 'workers'> {
  readonly write: WriteBlob;
  readonly signal?: AbortSignal;
  /** Called with the number of rows read. */
  readonly onProgress?: RunOptions['onProgress'];
}

/** Returns the raw tab to derive from. If the content from another source is unchanged, the stored raw tab is used, with its row ids. */
async function rawOf(db: Db, { raw, foreign: stored }: TabToDerive): Promise<FetchedRaw> {
  const fetched = await raw();
  if (stored === undefined || stored.rawHash !== fetched.foreign?.rawHash) return fetched;
  return { packed: () => readBlob(db, stored.blob), foreign: stored };
}

/** Derives the rows of a tab in a worker, unless its source has derived them already. */
async function derive(
  { db, workers, signal, onProgress }: DeriveContext,
  { settings, known, foreign: stored }: TabToDerive,
  { packed, drive, foreign, derived, derivedBy = {} }: FetchedRaw,
): Promise<DerivedWithIds> {
  // Raw tabs that we store have row ids already; others get those of the former tab.
  const former = foreign !== undefined && foreign.blob === undefined ? stored : undefined;
  if (derived !== undefined && former === undefined && haveEqualSettings(settings, derivedBy)) return derived;
  const isWritten = drive !== undefined && drive.sequence > 0;
  const input = {
    raw: await packed(),
    log: drive && packLog(drive.log),
    settings: isWritten ? { ...settings, known } : settings,
    before: former && { raw: await readBlob(db, former.blob), columns: former.columns },
  };
  return workers.run('deriveTab', input, { signal, onProgress });
}

/**
 * Derives the rows of a tab in a worker thread, and stores them if they have changed, and its raw tab if it is of another source
 * and not stored yet. Publishes nothing.
 */
export async function deriveAndStore(context: DeriveContext, tab: TabToDerive): Promise<StoredRows> {
  const { db, write } = context;
  const fetched = await rawOf(db, tab);
  const { drive, foreign } = fetched;
  const { packed, raw: rawWithIds, ...derived } = await derive(context, tab, fetched);
  const { snapshot: former } = tab;
  const unchanged = former !== undefined && (await readBlob(db, former)).equals(packed) ? former : undefined;
  const writeRaw = async () => write(rawWithIds ?? (await fetched.packed()));
  return {
    ...derived,
    drive: drive && { blob: drive.blob, sequence: drive.sequence, rawSequence: drive.sequence - drive.log.length },
    foreign: foreign && { rawHash: foreign.rawHash, blob: foreign.blob ?? (await writeRaw()) },
    snapshot: unchanged ?? (await write(packed)),
    changed: unchanged === undefined,
  };
}

/**
 * Returns whether a tab has only changed by writes through its endpoint, which the endpoint has already. Its rows stay, including
 * concurrent writes.
 */
const isOnlyWritten = ({ found: { writtenOver }, known }: PlannedTab) =>
  known !== undefined && known.gone_at === null && writtenOver !== undefined && known.raw_blob === writtenOver;

/** Returns whether a scheduled sync can skip a tab, as its content from another source is unchanged. */
const isUnchanged = ({ found: { rawHash }, known }: PlannedTab, startedBy?: SyncStarter) =>
  startedBy === 'schedule' &&
  known !== undefined &&
  known.gone_at === null &&
  rawHash !== undefined &&
  known.raw_mark === rawHash;

/** Returns the raw tab of an endpoint, if its source does not store it. */
export function foreignOf(endpoint: Pick<ProjectTabsTable, 'raw_blob' | 'raw_mark' | 'columns'>) {
  const { raw_blob: blob, raw_mark: rawHash } = endpoint;
  if (blob === null || rawHash === null) return undefined;
  return { blob, rawHash, columns: JSON.parse(endpoint.columns) as Column[] };
}

/** Returns the blob of the current rows, unless writes to them are lost: the log of a vanished tab was removed with it. */
const snapshotOf = ({ found, known }: Pick<PlannedTab, 'found' | 'known'>) =>
  found.givesUpLog === true || known?.gone_at !== null ? undefined : known.snapshot_blob;

const toDerive = ({ found, known }: PlannedTab): TabToDerive => ({
  raw: () => found.raw(),
  settings: known === undefined ? { headerRow: found.headerRow } : settingsOf(known),
  snapshot: snapshotOf({ found, known }),
  foreign: known && foreignOf(known),
});

/** Options of deriving the rows of a plan's tabs. */
interface Deriving {
  /** Owner, whose plan limits the rows. */
  readonly ownerId: string;
  readonly startedBy?: SyncStarter;
  readonly signal: AbortSignal;
  /** Receives the progress. */
  readonly progress?: ProgressReporter;
}

/** Returns the progress of a tab before any is derived. */
function progressOf({ found, known }: PlannedTab, needsDeriving: boolean): TabProgress {
  const { sheetId, title } = found;
  const total = known?.rows ?? found.rows;
  if (needsDeriving) return { sheetId, title, total, phase: 'waiting', rows: 0 };
  return { sheetId, title, total, phase: 'done', rows: total };
}

/** A planned tab that can be published. */
export interface DerivedTab extends PlannedTab {
  /** Undefined when it keeps its rows. */
  readonly newRows: StoredRows | undefined;
}

/** A plan whose rows are derived and stored. */
export interface DerivedPlan extends TabPlan {
  readonly tabs: readonly DerivedTab[];
}

/**
 * Derives the rows of a plan's tabs, one after the other, and reports progress.
 *
 * @throws Refusal `plan_limit` for a tab with more rows than its owner's plan allows
 */
export async function derivePlan(
  { planLimits, ...context }: Pick<DeriveContext, 'db' | 'workers'> & { readonly planLimits: PlanLimits },
  { ownerId, startedBy, signal, progress }: Deriving,
  write: WriteBlob,
  plan: TabPlan,
): Promise<DerivedPlan> {
  const needsDeriving = (tab: PlannedTab) => !isOnlyWritten(tab) && !isUnchanged(tab, startedBy);
  progress?.planned(plan.tabs.map((tab) => progressOf(tab, needsDeriving(tab))));
  const limits = await planLimits.of(ownerId);
  const tabs: DerivedTab[] = [];
  for (const tab of plan.tabs) {
    const { sheetId, title } = tab.found;
    if (!needsDeriving(tab)) {
      tabs.push({ ...tab, newRows: undefined });
      continue;
    }
    const onProgress = ({ rows }: JobProgress) => progress?.changed(sheetId, { phase: 'reading', rows });
    const newRows = await deriveAndStore({ ...context, write, signal, onProgress }, toDerive(tab));
    tabs.push({ ...tab, newRows });
    const { rows } = newRows;
    progress?.changed(sheetId, { phase: 'done', rows, total: rows });
    if (limits !== undefined && rows > limits.rowsPerTab) throw noRoomForRows(limits, title, rows);
  }
  return { ...plan, tabs };
}
