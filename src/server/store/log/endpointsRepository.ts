import type { Db } from '../../database/schema';
import type { ProjectsTable, ProjectTabsTable } from '../../database/tables/projects';

const readColumns = [
  'id',
  'owner_id',
  'sheet_id',
  'access',
  'writable',
  'read_only_reason',
  'paused',
  'status',
  'status_reason',
  'synced_at',
  'refresh_seconds',
  'max_age_seconds',
] as const satisfies (keyof ProjectsTable)[];

/** Columns of a project that a response needs. */
export type ReadProject = Pick<ProjectsTable, (typeof readColumns)[number]>;

const tabColumns = [
  'id',
  'sheet_id',
  'title',
  'slug',
  'former_names',
  'published',
  'key_column',
  'revision',
  'snapshot_blob',
  'raw_blob',
  'raw_mark',
  'gone_at',
] as const satisfies (keyof ProjectTabsTable)[];

/** Columns of a tab that a response needs. The tab's own columns are stored with its rows. */
export type ReadTab = Pick<ProjectTabsTable, (typeof tabColumns)[number]>;

/** Finds a project that has not been deleted, of any owner. */
export const findProject = (db: Db, id: string): Promise<ReadProject | undefined> =>
  db.selectFrom('projects').select(readColumns).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

/** Finds a project with all its columns; see {@link findProject}. */
export const findWholeProject = (db: Db, id: string): Promise<ProjectsTable | undefined> =>
  db.selectFrom('projects').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

/** Lists every tab a project has had, including vanished ones, in the order of the sheet. */
export const listTabs = (db: Db, projectId: string): Promise<ReadTab[]> =>
  db.selectFrom('project_tabs').select(tabColumns).where('project_id', '=', projectId).orderBy('position').execute();

/** Finds a tab in its current state. */
export const findTab = (db: Db, id: string): Promise<ReadTab | undefined> =>
  db.selectFrom('project_tabs').select(tabColumns).where('id', '=', id).executeTakeFirst();
