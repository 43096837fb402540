import type { UnknownAction } from '@reduxjs/toolkit';
import type { Project, ProjectTab } from '../../contract/projects';
import { type Guide, guides, pathOfGuide } from '../learn/guideList';
import type { IconName } from '../ui/display/Icon';
import { matchIn } from '../ui/display/Marked';
import { canSync } from '../ui/display/SourceIcon';
import { paths } from '../paths';
import { signOutRequested } from '../session/sessionSlice';
import { syncAsked } from '../sync/syncSlice';

/** Topics that are the beginning of the guide's title. */
const TOPIC_PREFIXES: readonly string[] = ['Use it from', 'Move from'];

const titleOf = ({ topic, title }: Guide) =>
  TOPIC_PREFIXES.includes(topic) ? `${topic} ${title.replace(/^An? /, (article) => article.toLowerCase())}` : title;

export const groups = ['Endpoints', 'Actions', 'Learn'] as const;
type Group = (typeof groups)[number];

/** A command of the menu: navigates, copies a URL, or dispatches an action. */
export interface Command {
  readonly id: string;
  readonly group: Group;
  readonly icon: IconName;
  readonly title: string;
  /** Secondary text after the title. */
  readonly detail?: string;
  /** Shortcut without the menu. */
  readonly keys?: readonly string[];
  readonly does: { readonly to: string } | { readonly copy: string } | { readonly event: UnknownAction } | 'showKeys';
  /** URL that `⌘↵` copies. */
  readonly url?: string;
}

/** Maximum number of endpoints in the list, and of sync commands. */
const MAX_ENDPOINTS = 6;

/** Pages and actions that do not depend on projects. */
const actions: readonly Omit<Command, 'group'>[] = [
  { id: 'new', icon: 'plus', title: 'New project', keys: ['C'], does: { to: paths.createProject } },
  { id: 'projects', icon: 'right', title: 'Go to Projects', keys: ['G', 'P'], does: { to: paths.projects } },
  { id: 'spreadsheets', icon: 'right', title: 'Go to Spreadsheets', does: { to: paths.spreadsheets } },
  { id: 'usage', icon: 'right', title: 'Go to Usage', keys: ['G', 'U'], does: { to: paths.usage } },
  { id: 'templates', icon: 'right', title: 'Go to Templates', does: { to: paths.templates } },
  { id: 'upgrade', icon: 'right', title: 'Go to Upgrade', does: { to: paths.upgrade } },
  { id: 'account', icon: 'person', title: 'Go to Account', does: { to: paths.account } },
  { id: 'keys', icon: 'bars', title: 'Show keyboard shortcuts', keys: ['?'], does: 'showKeys' },
  { id: 'logout', icon: 'leave', title: 'Logout', does: { event: signOutRequested() } },
];

const learnOf = (title: string, to: string): Command => ({
  id: `learn ${to}`,
  group: 'Learn',
  icon: 'alert',
  title,
  does: { to },
});

const learn = [
  learnOf('Read the guides', paths.learn),
  ...guides.map((guide) => learnOf(titleOf(guide), pathOfGuide(guide))),
];

const endpointOf = (project: Project, { title, url, sheetId }: ProjectTab): Command => ({
  id: `endpoint ${project.id} ${sheetId}`,
  group: 'Endpoints',
  icon: 'table',
  title,
  detail: project.title,
  does: { to: paths.project(project.id, title) },
  url,
});

const copyOf = ({ id, title, url = '' }: Command): Command => ({
  id: `copy ${id}`,
  group: 'Endpoints',
  icon: 'copy',
  title: `Copy URL of ${title}`,
  does: { copy: url },
  url,
});

const syncOf = ({ id, title }: Project): Command => ({
  id: `sync ${id}`,
  group: 'Actions',
  icon: 'refresh',
  title: `Sync ${title}`,
  does: { event: syncAsked({ projectId: id }) },
});

const offersSync = (project: Project) => canSync(project) && project.status !== 'paused';

/** Returns the matching endpoints: matches of the tab's name before matches of the project's name. */
function endpointsFor(projects: readonly Project[], search: string): readonly Command[] {
  const all = projects.flatMap((project) =>
    project.tabs.filter(({ published }) => published).map((tab) => endpointOf(project, tab)),
  );
  if (search.trim() === '') return all.slice(0, MAX_ENDPOINTS);
  const byName = all.filter(({ title }) => matchIn(title, search));
  const byProject = all.filter(({ title, detail = '' }) => !matchIn(title, search) && matchIn(detail, search));
  return [...byName, ...byProject].slice(0, MAX_ENDPOINTS);
}

/** Returns the commands for a search, in the order of the menu. */
export function commandsFor(projects: readonly Project[], search: string): readonly Command[] {
  const fits = ({ title }: Pick<Command, 'title'>) => search.trim() === '' || matchIn(title, search) !== undefined;
  const [first, ...others] = endpointsFor(projects, search);
  const syncable = projects.filter(offersSync);
  const ofFirst = syncable.filter(({ id }) => first?.id.startsWith(`endpoint ${id} `));
  const syncs = syncable.map(syncOf).filter((sync) => search.trim() !== '' && fits(sync));
  const firstSync = ofFirst.map(syncOf).filter(({ id }) => !syncs.some((sync) => sync.id === id));
  return [
    ...(first === undefined ? [] : [first, copyOf(first)]),
    ...others,
    ...[...firstSync, ...syncs].slice(0, MAX_ENDPOINTS),
    ...actions.filter(fits).map((action) => ({ ...action, group: 'Actions' as const })),
    ...learn.filter(fits),
  ];
}
