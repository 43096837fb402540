import type { UnknownAction } from '@reduxjs/toolkit';
import type { Project, ProjectTab } from '../../contract/projects';
import { type Guide, guides as all, pathOfGuide } from '../learn/guideList';
import type { IconName } from '../ui/display/Icon';
import { matchIn } from '../ui/display/Marked';
import { paths } from '../paths';
import { signOutRequested } from '../session/sessionSlice';
import { syncAsked } from '../sync/syncSlice';

/** Topics that say something only together with the guide's title. */
const begun: readonly string[] = ['Use it from', 'Move from'];

const titleOf = ({ topic, title }: Guide) =>
  begun.includes(topic) ? `${topic} ${title.replace(/^An? /, (article) => article.toLowerCase())}` : title;

/** What the command menu offers to read. */
const guides: readonly { readonly title: string; readonly to: string }[] = [
  { title: 'Read the guides', to: paths.learn },
  ...all.map((guide) => ({ title: titleOf(guide), to: pathOfGuide(guide) })),
];

export const groups = ['Endpoints', 'Actions', 'Learn'] as const;
type Group = (typeof groups)[number];

/** Something that can be chosen in the command menu: a page to go to, a URL to copy, an event. */
export interface Command {
  readonly id: string;
  readonly group: Group;
  readonly icon: IconName;
  readonly title: string;
  /** Said after the title, quieter. */
  readonly detail?: string;
  /** Keys that do the same without the menu. */
  readonly keys?: readonly string[];
  readonly does: { readonly to: string } | { readonly copy: string } | { readonly event: UnknownAction } | 'showKeys';
  /** What `⌘↵` copies. */
  readonly url?: string;
}

/** More endpoints than this are found by typing more of their names. */
const ENDPOINTS_AT_MOST = 6;

/** Pages and deeds that are there for everybody. */
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

const learn: readonly Command[] = guides.map(({ title, to }) => ({
  id: `learn ${to}`,
  group: 'Learn',
  icon: 'alert',
  title,
  does: { to },
}));

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

/** The best match comes first: a sheet's own name before the name of its project. */
function endpointsFor(projects: readonly Project[], search: string): readonly Command[] {
  const all = projects.flatMap((project) =>
    project.tabs.filter(({ published }) => published).map((tab) => endpointOf(project, tab)),
  );
  if (search.trim() === '') return all.slice(0, ENDPOINTS_AT_MOST);
  const byName = all.filter(({ title }) => matchIn(title, search));
  const byProject = all.filter(({ title, detail = '' }) => !matchIn(title, search) && matchIn(detail, search));
  return [...byName, ...byProject].slice(0, ENDPOINTS_AT_MOST);
}

/** What the menu offers for what was typed, in the order it stands there. */
export function commandsFor(projects: readonly Project[], search: string): readonly Command[] {
  const fits = ({ title }: Pick<Command, 'title'>) => search.trim() === '' || matchIn(title, search) !== undefined;
  const [first, ...others] = endpointsFor(projects, search);
  const ofFirst = projects.filter(({ id }) => first?.id.startsWith(`endpoint ${id} `));
  const syncs = projects.map(syncOf).filter((sync) => search.trim() !== '' && fits(sync));
  const firstSync = ofFirst.map(syncOf).filter(({ id }) => !syncs.some((sync) => sync.id === id));
  return [
    ...(first === undefined ? [] : [first, copyOf(first)]),
    ...others,
    ...[...firstSync, ...syncs].slice(0, ENDPOINTS_AT_MOST),
    ...actions.filter(fits).map((action) => ({ ...action, group: 'Actions' as const })),
    ...learn.filter(fits),
  ];
}
