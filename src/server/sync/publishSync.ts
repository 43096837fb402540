import { spreadsheetLock } from '../database/locks';
import type { Db } from '../database/schema';
import type { ProjectsTable, ProjectTabsTable } from '../database/tables/projects';
import type { Author } from '../database/tables/records';
import { derivedColumns } from '../normalise/derivedTab';
import type { Base } from '../parts';
import type { PlanLimits } from '../plans/planLimits';
import { busy, Refusal } from '../refusal';
import type { DerivedPlan, DerivedTab, StoredRows } from './deriveTabs';
import type { PlannedTab } from './planTabs';
import { setSynced, insertProject, insertTab, madeBy, updateTab } from './syncRepository';

/** Dependencies of publishing a sync. */
type PublishContext = Pick<Base, 'db' | 'locks' | 'events'>;

/** A sync whose blobs are written. */
interface Publication {
  /** The stored project, or the one to create. */
  readonly project: ProjectsTable;
  readonly isStored: boolean;
  /** The limits of its owner's plan. */
  readonly limits: PlanLimits;
  readonly plan: DerivedPlan;
  readonly author: Author;
  /** Further writes in the same transaction. */
  readonly alongside?: (trx: Db, project: ProjectsTable) => Promise<void>;
}

/** Refusal of a sync of a project that was deleted meanwhile. */
export const projectGone = () => new Refusal('not_found', 'The project was deleted while it was being synced.');

const syncedElsewhere = () => busy('This spreadsheet is being synced elsewhere. Try again in a few seconds.', 2);

/** Returns whether callers of the project would notice a difference. */
const isChanged = ({ plan: { tabs, vanished } }: Publication) =>
  vanished.length > 0 || tabs.some((tab) => tab.newRows?.changed === true || isRenamedOrMoved(tab));

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
    if (inserted === undefined) throw syncedElsewhere();
    return inserted;
  }
  const updated = await setSynced(
    trx,
    project,
    { ...synced, source, writable, read_only_reason },
    isChanged(publication),
  );
  if (updated === undefined) throw projectGone();
  return updated;
}

/** Returns the columns of a tab that its plan sets: names and position. */
const namedColumns = ({ found, position, slug, formerNames }: PlannedTab) => ({
  sheet_id: found.sheetId,
  position,
  title: found.title,
  slug,
  former_names: JSON.stringify(formerNames),
  gone_at: null,
  hidden: Number(found.hidden),
});

/** Returns the columns of a tab that its new rows set. */
export const rowsColumns = (newRows: StoredRows, written: number) => ({
  ...derivedColumns({ ...newRows, rows: newRows.rows + written }),
  snapshot_blob: newRows.snapshot,
  snapshot_sequence: newRows.drive?.sequence ?? 0,
  raw_sequence: newRows.drive?.rawSequence ?? 0,
  raw_blob: (newRows.drive ?? newRows.foreign)?.blob ?? null,
  raw_mark: newRows.foreign?.rawHash ?? null,
});

/**
 * Counts the rows written to a tab since the published rows were read.
 *
 * @throws Refusal `busy` when those writes are no longer in the log
 */
export async function rowsWrittenSince(trx: Db, sheetId: string, tabNumber: number, { drive }: StoredRows) {
  if (drive === undefined) return 0;
  const tab = await trx
    .selectFrom('drive_tabs')
    .select('raw_sequence')
    .where('spreadsheet_id', '=', sheetId)
    .where('sheet_id', '=', tabNumber)
    .executeTakeFirst();
  if (tab !== undefined && tab.raw_sequence > drive.sequence) throw syncedElsewhere();
  const written = await trx
    .selectFrom('record_log')
    .select((eb) => eb.fn.sum<number | null>('rows_delta').as('rows'))
    .where('spreadsheet_id', '=', sheetId)
    .where('sheet_id', '=', tabNumber)
    .where('sequence', '>', drive.sequence)
    .executeTakeFirst();
  return Number(written?.rows ?? 0);
}

/** Returns whether a new tab is published, unless it was chosen. */
const isPublished = ({ found, namesakes }: PlannedTab) =>
  !found.hidden && namesakes.every(({ published }) => published === 1);

const newTab = (
  project: ProjectsTable,
  planned: PlannedTab,
  author: Author,
  rows: ReturnType<typeof rowsColumns>,
): ProjectTabsTable => ({
  id: planned.id,
  project_id: project.id,
  published: Number(planned.found.published ?? isPublished(planned)),
  header_row: planned.found.headerRow ?? null,
  key_column: null,
  column_types: '{}',
  repeat_merged: 0,
  ...madeBy({ ...author, reason: 'import' }, project.revision),
  snapshot_revision: project.revision,
  ...namedColumns(planned),
  ...rows,
});

async function publishTab(trx: Db, project: ProjectsTable, author: Author, planned: DerivedTab) {
  const { newRows } = planned;
  const named = namedColumns(planned);
  if (newRows === undefined) return updateTab(trx, planned.id, named);
  const rows = rowsColumns(newRows, await rowsWrittenSince(trx, project.sheet_id, planned.found.sheetId, newRows));
  if (planned.known === undefined) return insertTab(trx, newTab(project, planned, author, rows));
  const authorship = newRows.changed ? madeBy(author, project.revision) : {};
  return updateTab(trx, planned.id, { ...named, ...rows, ...authorship });
}

/**
 * Publishes a sync in one short transaction. The revision grows only with a change.
 *
 * @throws Refusal `not_found` when the project was deleted meanwhile
 */
export async function publishSync({ db, locks, events }: PublishContext, publication: Publication) {
  const { plan, author } = publication;
  const { owner_id, sheet_id } = publication.project;
  const project = await db.transaction().execute(async (trx) => {
    await locks.leases?.require(trx, spreadsheetLock({ id: owner_id }, sheet_id));
    const published = await publishProject(trx, publication);
    await publication.alongside?.(trx, published);
    for (const planned of plan.tabs) await publishTab(trx, published, author, planned);
    const gone_at = new Date().toISOString();
    for (const tab of plan.vanished) await updateTab(trx, tab.id, { gone_at });
    return published;
  });
  events.projectChanged.emit(project.id);
  return project;
}
