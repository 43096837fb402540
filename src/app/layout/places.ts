import { paths } from '../paths';

/** The places of the app in the order of the navigation. */
export const places = [
  { word: 'Projects', to: paths.projects },
  { word: 'Upgrade', to: paths.upgrade },
  { word: 'Templates', to: paths.templates },
  { word: 'Usage', to: paths.usage },
  { word: 'Learn', to: paths.learn },
] as const;

/** Whether a page belongs to a place: everything about projects belongs to the list of them. */
export const isCurrent = (place: string, pathname: string) =>
  place === paths.projects
    ? pathname === paths.projects || pathname.startsWith('/projects/')
    : pathname === place || pathname.startsWith(`${place}/`);
