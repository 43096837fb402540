import { withBlobs } from '../../database/blobs';
import { createSingleFlight } from '../../database/locks';
import { refusalOfDatabase } from '../../database/trouble';
import type { Base } from '../../parts';
import { Refusal } from '../../refusal';
import { SnapshotReplaced } from './driveLog';
import { findTab, type ReadTab } from './endpointsRepository';
import type { FormerRows } from './formerRows';

interface RebuilderOptions extends Pick<Base, 'db' | 'events'> {
  readonly former: Pick<FormerRows, 'derivedAnew'>;
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

/** Makes snapshots again that have been damaged, each once however many ask for it. */
export class Rebuilder {
  readonly #running = createSingleFlight<void>();

  constructor(private readonly options: RebuilderOptions) {}

  /**
   * Makes the snapshot of a tab again where it could not be read because it is damaged. The rows are the same.
   *
   * @param error what came of reading it
   * @returns the tab as it is stored by now
   * @throws the error, where it is another one; Refusal `internal` where what it is made of is damaged too
   */
  async rebuiltAfter(error: unknown, tab: ReadTab): Promise<ReadTab> {
    if (!isDamage(error)) throw error;
    await this.#running(tab.id, () => this.#rebuild(tab, error)).catch((failure: unknown) => {
      throw isDamage(failure) ? beyondRepair(tab) : failure;
    });
    const rebuilt = await findTab(this.options.db, tab.id);
    if (rebuilt === undefined || rebuilt.snapshot_blob === tab.snapshot_blob) throw error;
    return rebuilt;
  }

  async #rebuild({ id, revision, snapshot_blob }: ReadTab, damage: unknown) {
    const { db, events, former, report } = this.options;
    report(new Error(`The snapshot ${snapshot_blob} of tab ${id} is damaged; it is made again.`, { cause: damage }));
    const packed = await former.derivedAnew(id, revision);
    if (packed === undefined) throw new Error(`Nothing is kept that tab ${id} could be derived from.`);
    const rebuilt = await withBlobs(db, async (write) =>
      db
        .updateTable('project_tabs')
        .set({ snapshot_blob: await write(packed) })
        .where('id', '=', id)
        .where('snapshot_blob', '=', snapshot_blob)
        .returning('project_id')
        .executeTakeFirst(),
    );
    if (rebuilt !== undefined) events.projectChanged.emit(rebuilt.project_id);
  }
}
