import type { Kysely } from 'kysely';
import type { Column } from '../../contract/rows';
import { readBlob } from '../database/blobs';
import { withBlobs } from '../database/blobDraft';
import type { Database } from '../database/schema';
import type { ProjectTabsTable } from '../database/tables/projects';
import type { DerivedTab } from '../normalise/deriveTab';
import { settingsOf } from '../sync/planTabs';
import type { Workers } from '../workers/workers';
import { readStoredTabAs, type StoredTab } from './driveLog';

type Db = Kysely<Database>;

export interface FoldContext {
  readonly db: Db;
  readonly workers: Workers;
  /** Runs the publishing commit at a moment when no write is committed. */
  readonly publish: (commit: () => Promise<void>, folded: Folded) => Promise<void>;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

/** A tab of an endpoint, and the spreadsheet that it is a tab of. */
export interface FoldableTab extends ProjectTabsTable {
  readonly owner_id: string;
  readonly spreadsheet_id: string;
}

/** What a fold has published. */
export interface Folded {
  readonly tab: FoldableTab;
  /** The snapshot that takes the place of `tab.snapshot_blob`. */
  readonly snapshot: string;
  /** Rows that the folded log had changed. */
  readonly changes: number;
  /** Blobs that were replaced. */
  readonly replaced: readonly string[];
}

/** A tab that is there and belongs to a project that is. */
export const findFoldable = (db: Db, tabId: string): Promise<FoldableTab | undefined> =>
  db
    .selectFrom('project_tabs as tab')
    .innerJoin('projects as project', 'project.id', 'tab.project_id')
    .selectAll('tab')
    .select(['project.owner_id', 'project.sheet_id as spreadsheet_id'])
    .where('tab.id', '=', tabId)
    .where('tab.gone_at', 'is', null)
    .where('project.deleted_at', 'is', null)
    .executeTakeFirst();

interface Publication {
  readonly tab: FoldableTab;
  readonly stored: StoredTab<Buffer>;
  readonly raw: string;
  readonly snapshot: string;
  readonly derived: DerivedTab;
}

/** Thrown where somebody else has published in between; the log is whole, so it is folded another time. */
class Overtaken extends Error {}

async function publishRaw(trx: Db, { tab, stored, raw }: Publication) {
  const { numUpdatedRows } = await trx
    .updateTable('drive_tabs')
    .set({ raw_blob: raw, raw_sequence: stored.sequence })
    .where('spreadsheet_id', '=', tab.spreadsheet_id)
    .where('sheet_id', '=', tab.sheet_id)
    .where('raw_blob', '=', stored.rawBlob)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Overtaken();
}

async function publishSnapshot(trx: Db, { tab, stored, raw, snapshot, derived }: Publication) {
  const { numUpdatedRows } = await trx
    .updateTable('project_tabs')
    .set({
      snapshot_blob: snapshot,
      snapshot_sequence: stored.sequence,
      derived_from: raw,
      columns: JSON.stringify(derived.columns),
      warnings: JSON.stringify(derived.warnings),
    })
    .where('id', '=', tab.id)
    .where('snapshot_blob', '=', tab.snapshot_blob)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Overtaken();
}

/**
 * One small transaction: from then on the log begins behind what both blobs hold. It takes rows in the order in which writes take
 * them (`postgresLog.ts`): those of other servers, which go on meanwhile, would otherwise wait for it, and it for them.
 */
const commit = (db: Db, publication: Publication) =>
  db.transaction().execute(async (trx) => {
    await publishSnapshot(trx, publication);
    await publishRaw(trx, publication);
  });

/**
 * Makes what was written to a tab part of its blobs: of the drive's raw tab and of the endpoint's rows. The work is done by a
 * worker; writes go on meanwhile. The log goes when no cursor asks for it any more (`formerSnapshots.ts`).
 *
 * @returns undefined when there is nothing to fold, or somebody else has published in between
 */
export async function foldTab(context: FoldContext, tab: FoldableTab): Promise<Folded | undefined> {
  const { db, workers, signal } = context;
  const stored = await readStoredTabAs(db, tab.spreadsheet_id, tab.sheet_id, (text) => Buffer.from(text));
  if (stored === undefined || stored.log.length === 0) return undefined;
  const settings = { ...settingsOf(tab), known: JSON.parse(tab.columns) as Column[] };
  const input = { raw: await readBlob(db, stored.rawBlob), log: stored.log, settings };
  const { raw, derived } = await workers.run('foldLog', input, { signal, givesAway: true, isBehind: true });
  try {
    return await withBlobs(db, async (write) => {
      const publication = { tab, stored, derived, raw: await write(raw), snapshot: await write(derived.packed) };
      const { snapshot } = publication;
      const folded = { tab, snapshot, changes: stored.changes, replaced: [stored.rawBlob, tab.snapshot_blob] };
      await context.publish(() => commit(db, publication), folded);
      return folded;
    });
  } catch (error) {
    if (error instanceof Overtaken) return undefined;
    throw error;
  }
}
