import { spreadsheetLock } from '../database/locks';
import type { Db } from '../database/schema';
import type { ProjectsTable, ProjectTabsTable } from '../database/tables/projects';
import type { Author } from '../database/tables/records';
import { derivedColumns } from '../normalise/derivedTab';
import type { Base } from '../parts';
import type { PlanLimits } from '../plans/planLimits';
import { busy, Refusal } from '../refusal';
import type { KeptTab } from './deriveTabs';
import type { PlannedTab, TabPlan } from './planTabs';
import { setSynced, insertProject, insertTab, madeBy, updateTab } from './syncRepository';

/** What a sync is published with. */
export type PublishContext = Pick<Base, 'db' | 'locks' | 'events'>;

/** A sync whose blobs are written. */
export interface Publication {
  /** As it is stored, or as it is to be. */
  readonly project: ProjectsTable;
  readonly isStored: boolean;
  /** What its owner may have. */
  readonly limits: PlanLimits;
  readonly plan: TabPlan;
  /** The rows of each planned tab; undefined where it goes on with those it has. */
  readonly kept: readonly (KeptTab | undefined)[];
  readonly author: Author;
  /** What is to be published together with it. */
  readonly alongside?: (trx: Db, project: ProjectsTable) => Promise<void>;
}

const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T)[];

const gone = () => new Refusal('not_found', 'The project was deleted while it was being synced.');

const elsewhere = () => busy('This spreadsheet is being synced elsewhere. Try again in a few seconds.', 2);

/** Whether people who call the project would notice a difference. */
const isChanged = ({ plan, kept }: Publication) =>
  plan.vanished.length > 0 || kept.some((tab) => tab?.changed === true) || plan.tabs.some(isRenamedOrMoved);

const isRenamedOrMoved = ({ found, known, position, slug }: PlannedTab) =>
  known === undefined ||
  known.gone_at !== null ||
  known.title !== found.title ||
  known.slug !== slug ||
  known.position !== position ||
  known.sheet_id !== found.sheetId;

async function publishProject(trx: Db, publication: Publication): Promise<ProjectsTable> {
  const { project, isStored, limits } = publication;
  const { source, writable, read_only_reason } = project;
  const synced = { status: 'live', status_reason: null, synced_at: new Date().toISOString() } as const;
  if (!isStored) {
    await limits.reserveProject(trx, project.owner_id);
    const inserted = await insertProject(trx, { ...project, ...synced, revision: 1 });
    if (inserted === undefined) throw elsewhere();
    return inserted;
  }
  const updated = await setSynced(
    trx,
    project,
    { ...synced, source, writable, read_only_reason },
    isChanged(publication),
  );
  if (updated === undefined) throw gone();
  return updated;
}

/** What a sync decides about the names and the place of a tab. */
const namedColumns = ({ found, position, slug, formerNames }: PlannedTab) => ({
  sheet_id: found.sheetId,
  position,
  title: found.title,
  slug,
  former_names: JSON.stringify(formerNames),
  gone_at: null,
  hidden: Number(found.hidden),
});

/** What a sync decides about the rows of a tab. */
export const rowsColumns = (kept: KeptTab, written: number) => ({
  ...derivedColumns({ ...kept, rows: kept.rows + written }),
  snapshot_blob: kept.snapshot,
  snapshot_sequence: kept.drive?.sequence ?? 0,
  derived_from: kept.drive?.blob ?? null,
  raw_sequence: kept.drive?.rawSequence ?? 0,
  raw_blob: kept.foreign?.blob ?? null,
  raw_mark: kept.foreign?.rawHash ?? null,
});

/**
 * How many rows were written to a tab since those that are published were read.
 *
 * @throws Refusal `busy` when what was written is not in its log any more
 */
export async function rowsWrittenSince(trx: Db, sheetId: string, tabNumber: number, { drive }: KeptTab) {
  if (drive === undefined) return 0;
  const tab = await trx
    .selectFrom('drive_tabs')
    .select('raw_sequence')
    .where('spreadsheet_id', '=', sheetId)
    .where('sheet_id', '=', tabNumber)
    .executeTakeFirst();
  if (tab !== undefined && tab.raw_sequence > drive.sequence) throw elsewhere();
  const written = await trx
    .selectFrom('record_log')
    .select((eb) => eb.fn.sum<number | null>('rows_delta').as('rows'))
    .where('spreadsheet_id', '=', sheetId)
    .where('sheet_id', '=', tabNumber)
    .where('sequence', '>', drive.sequence)
    .executeTakeFirst();
  return Number(written?.rows ?? 0);
}

const newTab = (
  project: ProjectsTable,
  planned: PlannedTab,
  author: Author,
  rows: ReturnType<typeof rowsColumns>,
): ProjectTabsTable => ({
  id: planned.id,
  project_id: project.id,
  published: Number(planned.found.published ?? !planned.found.hidden),
  header_row: planned.found.headerRow ?? null,
  key_column: null,
  column_types: '{}',
  repeat_merged: 0,
  ...madeBy({ ...author, reason: 'import' }, project.revision),
  snapshot_revision: project.revision,
  ...namedColumns(planned),
  ...rows,
});

/** Whether a tab that goes on with its rows has everything else as it is stored already. */
const isAsStored = ({ known }: PlannedTab, named: ReturnType<typeof namedColumns>) =>
  known !== undefined && keysOf(named).every((column) => known[column] === named[column]);

async function publishTab(
  trx: Db,
  project: ProjectsTable,
  author: Author,
  { planned, kept }: { readonly planned: PlannedTab; readonly kept: KeptTab | undefined },
) {
  const named = namedColumns(planned);
  if (kept === undefined && isAsStored(planned, named)) return;
  if (kept === undefined) return updateTab(trx, planned.id, named);
  const rows = rowsColumns(kept, await rowsWrittenSince(trx, project.sheet_id, planned.found.sheetId, kept));
  if (planned.known === undefined) return insertTab(trx, newTab(project, planned, author, rows));
  const news = kept.changed ? madeBy(author, project.revision) : {};
  return updateTab(trx, planned.id, { ...named, ...rows, ...news });
}

/**
 * Makes a sync visible: one short transaction, all of it or nothing. The revision grows only when something has changed.
 *
 * @throws Refusal `not_found` when the project was deleted meanwhile
 */
export async function publishSync({ db, locks, events }: PublishContext, publication: Publication) {
  const { plan, kept, author } = publication;
  const { owner_id, sheet_id } = publication.project;
  const project = await db.transaction().execute(async (trx) => {
    await locks.leases?.require(trx, spreadsheetLock({ id: owner_id }, sheet_id));
    const published = await publishProject(trx, publication);
    await publication.alongside?.(trx, published);
    for (const [index, planned] of plan.tabs.entries()) {
      await publishTab(trx, published, author, { planned, kept: kept[index] });
    }
    const gone_at = new Date().toISOString();
    for (const tab of plan.vanished) await updateTab(trx, tab.id, { gone_at });
    return published;
  });
  events.projectChanged.emit(project.id);
  return project;
}
