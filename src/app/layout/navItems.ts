import { paths } from '../paths';

/** The items of the navigation, in their order. */
export const navItems = [
  { word: 'Projects', to: paths.projects },
  { word: 'Upgrade', to: paths.upgrade },
  { word: 'Templates', to: paths.templates },
  { word: 'Usage', to: paths.usage },
  { word: 'Learn', to: paths.learn },
] as const;

/** Returns whether a page belongs to the navigation item with the path `to`. Every page of a project belongs to the projects list. */
export const isCurrent = (to: string, pathname: string) =>
  to === paths.projects
    ? pathname === paths.projects || pathname.startsWith('/projects/')
    : pathname === to || pathname.startsWith(`${to}/`);
