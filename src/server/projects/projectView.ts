import type { Project, ProjectTab, Warning } from '../../contract/projects';
import { endpointPath } from '../../contract/paths';
import type { ColumnType } from '../../contract/rows';
import type { ProjectsTable, ProjectTabsTable } from '../database/tables/projects';

/** A title that begins with `_` gets another `_` in its address, as reserved names begin with one. */
const addressable = (title: string) => (title.startsWith('_') ? `_${title}` : title);

/** Titles that browsers would take for steps between folders. */
const STEPS = new Set(['.', '..']);

/** The name of a tab in its address: its title, or its slug where the title is not unique. */
function nameInAddress(tab: ProjectTabsTable, siblings: readonly ProjectTabsTable[]): string {
  const isFirst = siblings.find(({ title }) => title === tab.title) === tab;
  return isFirst && !STEPS.has(tab.title) ? addressable(tab.title) : tab.slug;
}

/** Settings of a tab that are not the default. */
function settingsView({ hidden, header_row, key_column, column_types, repeat_merged }: ProjectTabsTable) {
  const columnTypes = JSON.parse(column_types) as Record<string, ColumnType>;
  return {
    ...(hidden === 1 && { hidden: true }),
    ...(header_row !== null && { headerRow: header_row }),
    ...(key_column !== null && { keyColumn: key_column }),
    ...(Object.keys(columnTypes).length > 0 && { columnTypes }),
    ...(repeat_merged === 1 && { repeatMerged: true }),
  };
}

const tabView = (tab: ProjectTabsTable, siblings: readonly ProjectTabsTable[], origin: string): ProjectTab => ({
  sheetId: tab.sheet_id,
  title: tab.title,
  slug: tab.slug,
  url: origin + endpointPath(tab.project_id, nameInAddress(tab, siblings)),
  rows: tab.rows,
  columns: (JSON.parse(tab.columns) as unknown[]).length,
  published: tab.published === 1,
  warnings: JSON.parse(tab.warnings) as Warning[],
  ...settingsView(tab),
});

/** The week of a project without requests. */
const QUIET_WEEK: readonly number[] = [0, 0, 0, 0, 0, 0, 0];

/**
 * A project as it is answered.
 *
 * @param tabs those it has now, in the order of the sheet
 * @param week requests of the last seven days, today last
 */
export const projectView = (
  project: ProjectsTable,
  tabs: readonly ProjectTabsTable[],
  origin: string,
  week: readonly number[] = QUIET_WEEK,
): Project => ({
  id: project.id,
  sheetId: project.sheet_id,
  title: project.title,
  source: project.source,
  url: origin + endpointPath(project.id),
  writable: project.writable === 1,
  readOnlyReason: project.read_only_reason ?? undefined,
  access: project.access,
  status: project.paused === 1 ? 'paused' : project.status,
  statusReason: project.status_reason ?? undefined,
  tabs: tabs.map((tab) => tabView(tab, tabs, origin)),
  revision: project.revision,
  syncedAt: project.synced_at,
  refreshSeconds: project.refresh_seconds,
  ...(project.max_age_seconds !== null && { maxAgeSeconds: project.max_age_seconds }),
  requests: { week: [...week] },
  createdAt: project.created_at,
});
