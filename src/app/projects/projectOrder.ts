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

type Compare<Value> = (a: Value, b: Value) => number;

const descending: Compare<string> = (a, b) => {
  if (a === b) return 0;
  return a < b ? 1 : -1;
};

const newest: Compare<Project> = (a, b) => descending(a.createdAt, b.createdAt) || descending(a.id, b.id);

const names = new Intl.Collator('und', { numeric: true });

const comparers: Record<ProjectOrder, Compare<Project>> = {
  newest,
  lastSynced: (a, b) => descending(a.syncedAt ?? '', b.syncedAt ?? '') || newest(a, b),
  name: (a, b) => names.compare(a.title, b.title) || newest(a, b),
  requests: (a, b) => requestsOf(b) - requestsOf(a) || newest(a, b),
  rows: (a, b) => rowsOf(b) - rowsOf(a) || newest(a, b),
};

/** Returns a sorted copy. Times are ISO 8601 in UTC, so that their texts sort chronologically. */
export const sorted = (projects: readonly Project[], order: ProjectOrder) => [...projects].sort(comparers[order]);

/** Returns whether the title of the project or of one of its endpoints contains the text, ignoring case and accents. */
export function matches(project: Project, search: string): boolean {
  const needle = normalizeForSearch(search.trim());
  const titles = [project.title, ...publishedTabs(project).map(({ title }) => title)];
  return titles.some((title) => normalizeForSearch(title).includes(needle));
}
