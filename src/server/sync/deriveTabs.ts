import type { Kysely } from 'kysely';
import type { Column } from '../../contract/rows';
import { readBlob, streamBlob, type WriteBlob } from '../database/blobs';
import type { ServerEvents } from '../database/events';
import type { Database } from '../database/schema';
import type { DerivedTab, TabSettings } from '../normalise/deriveTab';
import { type Memory, SharedCache } from '../store/memory/memory';
import type { DriveRaw, FetchedRaw, ForeignRaw } from '../workbook/source';
import type { JobProgress, Workers } from '../workers/workers';
import type { DerivedAnew } from './deriveTab';

/** A project is mostly made of a spreadsheet right after it was uploaded. */
const BYTES = 96 * 1024 * 1024;

/** Rows that were derived when a spreadsheet was uploaded, for the first sync of it: deriving them once is enough. */
export interface DerivedDrafts {
  /** @param rawBlob id of the blob with the raw tab; what nobody takes is let go after a while, or when there are too many */
  put(rawBlob: string, derived: DerivedTab): void;
  /** Gives what was put, and keeps it. */
  look(rawBlob: string): DerivedTab | undefined;
  /** Gives what was put, once. */
  take(rawBlob: string): DerivedTab | undefined;
}

/**
 * Makes the drafts of a server: uploads put them, syncs take them.
 *
 * @param memory the budget that they share with other caches
 */
export function createDerivedDrafts(memory: Memory, events: Pick<ServerEvents, 'deleted'>): DerivedDrafts {
  const drafts = new SharedCache<DerivedTab>(BYTES, { memory });
  events.deleted.on((ids) => ids.forEach((id) => drafts.delete(id)));
  return {
    put: (rawBlob, derived) => drafts.set(rawBlob, derived, derived.packed.length),
    look: (rawBlob) => drafts.get(rawBlob),
    take: (rawBlob) => drafts.take(rawBlob),
  };
}

/** A tab whose rows are to be derived anew. */
export interface TabToDerive {
  readonly raw: () => Promise<FetchedRaw>;
  /** Id of the blob with its raw tab, where nothing was written since. */
  readonly rawBlob?: string;
  readonly settings: TabSettings;
  /** The columns it has, which it keeps if rows were written to it. */
  readonly known?: readonly Column[];
  /** The blob with the rows it has now. */
  readonly snapshot?: string;
  /** The raw tab that it was derived from before, where its source does not keep it. */
  readonly foreign?: Required<ForeignRaw>;
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

interface DeriveContext {
  readonly db: Kysely<Database>;
  readonly workers: Workers;
  readonly derivedDrafts: DerivedDrafts;
  readonly write: WriteBlob;
  readonly signal?: AbortSignal;
  /** Hears how many rows of the tab at a place are read, and when it is done. */
  readonly onProgress?: (tab: number, rows: number, done: boolean) => void;
}

async function isStored(db: Kysely<Database>, snapshot: string, packed: Buffer): Promise<boolean> {
  let at = 0;
  for await (const chunk of streamBlob(db, snapshot)) {
    if (!packed.subarray(at, at + chunk.length).equals(chunk)) return false;
    at += chunk.length;
  }
  return at === packed.length;
}

interface Derived {
  readonly tab: TabToDerive;
  readonly derived: DerivedAnew;
  readonly drive: KeptTab['drive'];
  /** Where its source does not keep it. */
  readonly raw?: FetchedRaw;
}

/** The blob with a raw tab of another source, where it is kept already. */
const keptBlobOf = ({ foreign: before }: TabToDerive, { mark, blob }: ForeignRaw) =>
  blob ?? (before?.mark === mark ? before.blob : undefined);

/** Keeps a raw tab, unless it is kept already. @param withIds it with the ids that its rows have had, where it has others */
async function keepForeign(write: WriteBlob, tab: TabToDerive, raw: FetchedRaw | undefined, withIds?: Buffer) {
  if (raw?.foreign === undefined) return undefined;
  const blob = keptBlobOf(tab, raw.foreign) ?? (await write(withIds ?? raw.packed));
  return { mark: raw.foreign.mark, blob };
}

async function keep({ db, write }: DeriveContext, { tab, derived, drive, raw }: Derived): Promise<KeptTab> {
  const { packed, raw: withIds, ...facts } = derived;
  const { snapshot: before } = tab;
  const same = before !== undefined && (await isStored(db, before, packed)) ? before : undefined;
  const foreign = await keepForeign(write, tab, raw, withIds);
  const snapshot = same ?? (await write(packed));
  return { ...facts, drive, foreign, snapshot, changed: same === undefined };
}

const isUndecided = ({ settings: { headerRow, keyColumn, columnTypes = {}, repeatMerged = false } }: TabToDerive) =>
  (headerRow ?? null) === null &&
  (keyColumn ?? null) === null &&
  Object.keys(columnTypes).length === 0 &&
  !repeatMerged;

/** What was derived when the spreadsheet was uploaded, where that is what would be derived now. */
function draftOf(drafts: DerivedDrafts, tab: TabToDerive): Derived | undefined {
  const { rawBlob } = tab;
  if (rawBlob === undefined || !isUndecided(tab)) return undefined;
  const derived = drafts.take(rawBlob);
  return derived && { tab, derived, drive: { blob: rawBlob, sequence: 0, rawSequence: 0 } };
}

const driveOf = ({ blob, sequence, log }: DriveRaw): KeptTab['drive'] => ({
  ...{ blob, sequence },
  rawSequence: sequence - log.length,
});

/** Derives the rows of a tab in a worker. */
async function derive(
  { db, workers, signal }: DeriveContext,
  tab: TabToDerive,
  onProgress: (progress: JobProgress) => void,
): Promise<Derived> {
  const { settings, known, snapshot } = tab;
  const raw = await tab.raw();
  const { packed, derived, drive, foreign } = raw;
  const isWritten = drive !== undefined && drive.sequence > 0;
  const input = {
    raw: packed,
    log: drive?.log,
    settings: isWritten ? { ...settings, known } : settings,
    /** Rows of a sheet that knows no ids keep those they had. */
    before: foreign !== undefined && snapshot !== undefined ? await readBlob(db, snapshot) : undefined,
    keepsRaw: foreign !== undefined && keptBlobOf(tab, foreign) === undefined,
    ...(isUndecided(tab) && { derived }),
  };
  const anew = await workers.run('deriveTab', input, { signal, onProgress });
  return { tab, derived: anew, drive: drive && driveOf(drive), raw };
}

/**
 * Derives the rows of tabs in worker threads, one after the other, and writes those that differ from what there is. Nothing is
 * published.
 *
 * @returns one for each tab, in the same order
 */
export async function deriveAndKeep(context: DeriveContext, tabs: readonly TabToDerive[]): Promise<KeptTab[]> {
  const kept: KeptTab[] = [];
  for (const [place, tab] of tabs.entries()) {
    const onProgress = ({ rows }: JobProgress) => context.onProgress?.(place, rows, false);
    const derived = draftOf(context.derivedDrafts, tab) ?? (await derive(context, tab, onProgress));
    context.onProgress?.(place, derived.derived.rows, true);
    kept.push(await keep(context, derived));
  }
  return kept;
}
