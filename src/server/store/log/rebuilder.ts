import { withBlobs } from '../../database/blobs';
import { createSingleFlight } from '../../database/locks';
import { ChangedMeanwhile } from '../../database/optimisticLocking';
import { refusalOfDatabase } from '../../database/databaseErrors';
import type { Base } from '../../parts';
import { Refusal } from '../../refusal';
import { findTab, type ReadTab } from './endpointsRepository';
import type { FormerRows } from './formerRows';

interface RebuilderOptions extends Pick<Base, 'db' | 'events'> {
  readonly former: Pick<FormerRows, 'rederive'>;
  /** Called for every damaged snapshot: a disk that loses one may lose more. */
  readonly report: (error: unknown) => void;
}

/** Returns whether an error means damaged bytes, rather than a refusal or a failure of the database. */
export const isDamage = (error: unknown) =>
  !(error instanceof Refusal) && !(error instanceof ChangedMeanwhile) && refusalOfDatabase(error) === undefined;

const beyondRepair = ({ title }: Pick<ReadTab, 'title'>) =>
  new Refusal('internal', `What is kept of ${title} is damaged, and so is what it could be made of again.`, {
    hint: 'Sync the project, or upload the spreadsheet again. The administrator finds more in the log, and may have a backup.',
  });

/** Rebuilds damaged snapshots; concurrent calls for one tab share one rebuild. */
export class Rebuilder {
  readonly #running = createSingleFlight<void>();

  constructor(private readonly options: RebuilderOptions) {}

  /**
   * Rebuilds the snapshot of a tab after damage made it unreadable. The rows stay the same.
   *
   * @param error the error of reading it
   * @returns the tab with its new snapshot
   * @throws the error itself when it is of another kind; Refusal `internal` when the raw tab or the log is damaged too
   */
  async rebuildAfter(error: unknown, tab: ReadTab): Promise<ReadTab> {
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
    const packed = await former.rederive(id, revision);
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
