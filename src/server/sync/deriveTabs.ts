import type { Kysely } from 'kysely';
import { streamBlob } from '../database/blobs';
import type { WriteBlob } from '../database/blobDraft';
import type { Database } from '../database/schema';
import type { Column } from '../../contract/rows';
import type { DerivedTab, TabSettings } from '../normalise/deriveTab';
import type { DriveRaw, FetchedRaw } from '../sources/source';
import type { Workers } from '../workers/workers';

/** Raw tabs given to one worker together; a thread for each of 200 small tabs would cost more than the work. */
const BYTES_AT_ONCE = 16 * 1024 * 1024;

/** A tab whose rows are to be derived anew. */
export interface TabToDerive {
  readonly raw: () => Promise<FetchedRaw>;
  readonly settings: TabSettings;
  /** The columns it has, which it keeps if rows were written to it. */
  readonly known?: readonly Column[];
  /** The blob with the rows it has now. */
  readonly snapshot?: string;
}

/** Derived rows, kept as a blob. */
export interface KeptTab extends Omit<DerivedTab, 'packed'> {
  readonly snapshot: string;
  /** Whether its rows or columns differ from what they were. */
  readonly changed: boolean;
  /** Of a tab of the drive: what its rows were derived from. */
  readonly drive?: Omit<DriveRaw, 'log'>;
}

export interface DeriveContext {
  readonly db: Kysely<Database>;
  readonly workers: Workers;
  readonly write: WriteBlob;
  readonly signal?: AbortSignal;
}

async function isSame(db: Kysely<Database>, snapshot: string, packed: Buffer): Promise<boolean> {
  let at = 0;
  for await (const chunk of streamBlob(db, snapshot)) {
    if (!packed.subarray(at, at + chunk.length).equals(chunk)) return false;
    at += chunk.length;
  }
  return at === packed.length;
}

async function keep({ db, write }: DeriveContext, { packed, ...tab }: DerivedTab, { raw, tab: asked }: Waiting) {
  const { snapshot: before } = asked;
  const drive = raw.drive && { blob: raw.drive.blob, sequence: raw.drive.sequence };
  const same = before !== undefined && (await isSame(db, before, packed)) ? before : undefined;
  return { ...tab, drive, snapshot: same ?? (await write(packed)), changed: same === undefined } satisfies KeptTab;
}

interface Waiting {
  readonly tab: TabToDerive;
  readonly raw: FetchedRaw;
}

/** What a worker is given. */
function inputOf({ tab: { settings, known }, raw: { packed, drive } }: Waiting) {
  const isWritten = drive !== undefined && drive.sequence > 0;
  return { raw: packed, log: drive?.log, settings: isWritten ? { ...settings, known } : settings };
}

/**
 * Derives the rows of tabs in worker threads and writes those that differ from what there is. Nothing is published.
 *
 * @returns one for each tab, in the same order
 */
export async function deriveAndKeep(context: DeriveContext, tabs: readonly TabToDerive[]): Promise<KeptTab[]> {
  const kept: KeptTab[] = [];
  let waiting: Waiting[] = [];
  const flush = async () => {
    const input = { tabs: waiting.map(inputOf) };
    const derived = (await context.workers.run('deriveTabs', input, { signal: context.signal })).tabs;
    for (const [index, one] of waiting.entries()) {
      const tab = derived[index];
      if (tab !== undefined) kept.push(await keep(context, tab, one));
    }
    waiting = [];
  };
  for (const tab of tabs) {
    waiting.push({ tab, raw: await tab.raw() });
    if (waiting.reduce((bytes, { raw }) => bytes + raw.packed.length, 0) >= BYTES_AT_ONCE) await flush();
  }
  if (waiting.length > 0) await flush();
  return kept;
}
