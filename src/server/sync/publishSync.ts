import type { Kysely } from 'kysely';
import type { Database, ProjectsTable, ProjectTabsTable } from '../database/schema';
import { Refusal } from '../refusal';
import type { KeptTab } from './deriveTabs';
import type { PlannedTab, TabPlan } from './planTabs';
import { insertProject, insertTab, setSynced, updateTab } from './syncRepository';

type Db = Kysely<Database>;

/** A sync whose blobs are written. */
export interface Publication {
  /** As it is stored, or as it is to be. */
  readonly project: ProjectsTable;
  readonly isStored: boolean;
  readonly plan: TabPlan;
  /** The rows of each planned tab. */
  readonly kept: readonly KeptTab[];
}

const gone = () => new Refusal('not_found', 'The project was deleted while it was being synced.');

const elsewhere = () =>
  new Refusal('busy', 'This spreadsheet is being synced elsewhere. Try again in a few seconds.', {
    headers: { 'Retry-After': '2' },
  });

/** Whether people who call the project would notice a difference. */
const isChanged = ({ plan, kept }: Publication) =>
  plan.vanished.length > 0 || kept.some(({ changed }) => changed) || plan.tabs.some(isRenamedOrMoved);

const isRenamedOrMoved = ({ found, known, position, slug }: PlannedTab) =>
  known === undefined ||
  known.gone_at !== null ||
  known.title !== found.title ||
  known.slug !== slug ||
  known.position !== position ||
  known.sheet_id !== found.sheetId;

async function publishProject(trx: Db, publication: Publication): Promise<ProjectsTable> {
  const { project, isStored } = publication;
  const { writable, read_only_reason } = project;
  const synced = { status: 'live', status_reason: null, synced_at: new Date().toISOString() } as const;
  if (!isStored) {
    const inserted = await insertProject(trx, { ...project, ...synced, revision: 1 });
    if (inserted === undefined) throw elsewhere();
    return inserted;
  }
  const updated = await setSynced(trx, project.id, { ...synced, writable, read_only_reason }, isChanged(publication));
  if (updated === undefined) throw gone();
  return updated;
}

/** What a sync decides about a tab; the rest is the person's. */
const syncedColumns = ({ found, position, slug, formerNames }: PlannedTab, kept: KeptTab) => ({
  sheet_id: found.sheetId,
  position,
  title: found.title,
  slug,
  former_names: JSON.stringify(formerNames),
  rows: kept.rows,
  columns: JSON.stringify(kept.columns),
  warnings: JSON.stringify(kept.warnings),
  snapshot_blob: kept.snapshot,
  gone_at: null,
});

const newTab = (projectId: string, planned: PlannedTab, kept: KeptTab, revision: number): ProjectTabsTable => ({
  id: planned.id,
  project_id: projectId,
  published: planned.found.hidden ? 0 : 1,
  header_row: null,
  key_column: null,
  column_types: '{}',
  revision,
  ...syncedColumns(planned, kept),
});

async function publishTab(trx: Db, project: ProjectsTable, planned: PlannedTab, kept: KeptTab) {
  if (planned.known === undefined) return insertTab(trx, newTab(project.id, planned, kept, project.revision));
  const revision = kept.changed ? project.revision : planned.known.revision;
  return updateTab(trx, planned.id, { ...syncedColumns(planned, kept), revision });
}

/**
 * Makes a sync visible: one short transaction, all of it or nothing. The revision grows only when something has changed.
 *
 * @returns the project, and the blobs of rows that were replaced
 * @throws Refusal `not_found` when the project was deleted meanwhile
 */
export async function publishSync(db: Db, publication: Publication) {
  const { plan, kept } = publication;
  const replaced: string[] = [];
  const project = await db.transaction().execute(async (trx) => {
    const published = await publishProject(trx, publication);
    for (const [index, planned] of plan.tabs.entries()) {
      const rows = kept[index];
      if (rows === undefined) throw new Error(`The tab ${planned.id} was not derived.`);
      await publishTab(trx, published, planned, rows);
      if (rows.changed && planned.known !== undefined) replaced.push(planned.known.snapshot_blob);
    }
    const gone_at = new Date().toISOString();
    for (const tab of plan.vanished) await updateTab(trx, tab.id, { gone_at });
    return published;
  });
  return { project, replaced };
}
