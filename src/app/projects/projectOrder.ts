import { normalizeForSearch } from '../ui/display/Marked';
import type { Project, ProjectTab } from '../../contract/projects';

/** Sort orders of the projects list. */
export const projectOrders = ['newest', 'lastSynced', 'name', 'requests', 'rows'] as const;
export type ProjectOrder = (typeof projectOrders)[number];

/** Returns the number of requests in the last seven days. */
export const requestsOf = ({ requests }: Project) => requests.week.reduce((sum, day) => sum + day, 0);

/** Returns the tabs that have an endpoint; the others are shown in Settings only. */
export const publishedTabs = ({ tabs }: Pick<Project, 'tabs'>): readonly ProjectTab[] =>
  tabs.filter(({ published }) => published);

/** Returns the number of rows of all endpoints. */
export const rowsOf = (project: Pick<Project, 'tabs'>) =>
  publishedTabs(project).reduce((sum, { rows }) => sum + rows, 0);

const descending = (one: string, other: string) => (one < other ? 1 : one > other ? -1 : 0);
const newest = (one: Project, other: Project) =>
  descending(one.createdAt, other.createdAt) || descending(one.id, other.id);
const names = new Intl.Collator('und', { numeric: true });

const comparers: Record<ProjectOrder, (one: Project, other: Project) => number> = {
  newest,
  lastSynced: (one, other) => descending(one.syncedAt ?? '', other.syncedAt ?? '') || newest(one, other),
  name: (one, other) => names.compare(one.title, other.title) || newest(one, other),
  requests: (one, other) => requestsOf(other) - requestsOf(one) || newest(one, other),
  rows: (one, other) => rowsOf(other) - rowsOf(one) || newest(one, other),
};

/** Returns a sorted copy. Times are ISO 8601 in UTC, so that their texts sort chronologically. */
export const sorted = (projects: readonly Project[], order: ProjectOrder) => [...projects].sort(comparers[order]);

/** Returns whether the title of the project or of one of its endpoints contains the text, ignoring case and accents. */
export function matches(project: Project, search: string): boolean {
  const needle = normalizeForSearch(search.trim());
  return [project.title, ...publishedTabs(project).map(({ title }) => title)].some((title) =>
    normalizeForSearch(title).includes(needle),
  );
}
