import type { Kysely } from 'kysely';
import type { Column } from '../../../contract/rows';
import { withBlobs } from '../../database/blobDraft';
import { readBlob } from '../../database/blobs';
import { type Locks, spreadsheetLock } from '../../database/locks';
import type { Database } from '../../database/schema';
import { refusalOfDatabase } from '../../database/trouble';
import { findTab, type ReadTab } from './endpointsRepository';
import type { ServerEvents } from '../../database/events';
import { settingsOf } from '../../normalise/deriveTab';
import { Refusal } from '../../refusal';
import type { Workers } from '../../workers/workers';
import { readStoredTab, SnapshotReplaced } from './driveLog';
import { findFoldable, type FoldableTab } from './compaction';

type Db = Kysely<Database>;

interface RebuilderOptions {
  readonly db: Db;
  readonly workers: Workers;
  readonly locks: Locks;
  readonly events: ServerEvents;
  /** Told of every snapshot that was found damaged: a disk that loses one may lose more. */
  readonly report: (error: unknown) => void;
}

/** Whether kept bytes are not what was written. Failures of the database and refusals are something else. */
export const isDamage = (error: unknown) =>
  !(error instanceof Refusal) && !(error instanceof SnapshotReplaced) && refusalOfDatabase(error) === undefined;

const beyondRepair = ({ title }: Pick<ReadTab, 'title'>) =>
  new Refusal('internal', `What is kept of ${title} is damaged, and so is what it could be made of again.`, {
    hint: 'Sync the project, or upload the spreadsheet again. The administrator finds more in the log, and may have a backup.',
  });

/** What rows are derived from: the sheet as it is kept, and what was written to it since. */
async function inputFor(db: Db, tab: FoldableTab) {
  if (tab.raw_blob !== null) return { raw: await readBlob(db, tab.raw_blob), log: [], blob: null, sequence: 0 };
  const stored = await readStoredTab(db, tab.spreadsheet_id, tab.sheet_id);
  if (stored === undefined) throw new Error(`Nothing is kept that tab ${tab.id} could be derived from.`);
  const { rawBlob: blob, log, sequence } = stored;
  return { raw: await readBlob(db, blob), log, blob, sequence };
}

/** Derives the rows of a tab anew, and lets them take the place of those that are damaged. They are the same rows. */
async function rebuild({ db, workers, events }: RebuilderOptions, tab: FoldableTab): Promise<void> {
  const { raw, log, blob, sequence } = await inputFor(db, tab);
  const settings = { ...settingsOf(tab), known: JSON.parse(tab.columns) as Column[] };
  const { tabs } = await workers.run('deriveTabs', { tabs: [{ raw, log, settings }] });
  const [derived] = tabs;
  if (derived === undefined) throw new Error(`Nothing came of deriving tab ${tab.id}.`);
  await withBlobs(db, async (write) => {
    const snapshot_blob = await write(derived.packed);
    const source = { snapshot_sequence: sequence, derived_from: blob, raw_sequence: sequence - log.length };
    await db
      .updateTable('project_tabs')
      .set({ ...source, snapshot_blob, columns: JSON.stringify(derived.columns) })
      .where('id', '=', tab.id)
      .where('snapshot_blob', '=', tab.snapshot_blob)
      .execute();
  });
  events.projectChanged.emit(tab.project_id);
}

/** Makes snapshots again that have been damaged, each once however many ask for it. */
export class Rebuilder {
  readonly #running = new Map<string, Promise<void>>();

  constructor(private readonly options: RebuilderOptions) {}

  /**
   * Makes the snapshot of a tab again where it could not be read because it is damaged.
   *
   * @param error what came of reading it
   * @returns the tab as it is stored by now
   * @throws the error, where it is another one; Refusal `internal` where what it is made of is damaged too
   */
  async rebuiltAfter(error: unknown, tab: ReadTab): Promise<ReadTab> {
    if (!isDamage(error)) throw error;
    try {
      await this.#runOnce(tab, error);
    } catch (failure) {
      throw isDamage(failure) ? beyondRepair(tab) : failure;
    }
    const rebuilt = await findTab(this.options.db, tab.id);
    if (rebuilt === undefined || rebuilt.snapshot_blob === tab.snapshot_blob) throw error;
    return rebuilt;
  }

  #runOnce(tab: ReadTab, damage: unknown): Promise<void> {
    const running = this.#running.get(tab.id) ?? this.#run(tab, damage).finally(() => this.#running.delete(tab.id));
    this.#running.set(tab.id, running);
    return running;
  }

  async #run({ id, snapshot_blob }: ReadTab, damage: unknown) {
    const { db, locks, report } = this.options;
    const found = await findFoldable(db, id);
    if (found === undefined) return;
    report(new Error(`The snapshot ${snapshot_blob} of tab ${id} is damaged; it is made again.`, { cause: damage }));
    await locks.exclusive(spreadsheetLock({ id: found.owner_id }, found.spreadsheet_id), async () => {
      const tab = await findFoldable(db, id);
      if (tab?.snapshot_blob === snapshot_blob) await rebuild(this.options, tab);
    });
  }
}
