import type { Project, ProjectTab } from '../../../contract/projects';

/** The tabs that have an endpoint, in the order of the sheet. */
export const shownTabs = ({ tabs }: Pick<Project, 'tabs'>): readonly ProjectTab[] =>
  tabs.filter(({ published }) => published);

/** The tab with a name: its title, else its slug. */
export const tabNamed = (tabs: readonly ProjectTab[], name: string): ProjectTab | undefined =>
  tabs.find(({ title }) => title === name) ?? tabs.find(({ slug }) => slug === name);
