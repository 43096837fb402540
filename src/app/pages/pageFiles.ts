import { type ComponentType, createElement, useState } from 'react';
import { type PageName, pageNameAt } from '../currentPage';
import { ErrorPage } from '../layout/PageBoundary';
import { lazyPart, NOT_LOADED } from '../ui/overlays/lazyPart';

type Load = () => Promise<{ readonly default: ComponentType }>;

/** How the file of a page is fetched. @param name of the page in it */
const file =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): Load =>
  async () => ({ default: (await load())[name] });

const auth = file(() => import(/* webpackChunkName: "auth" */ './AuthRoute'), 'AuthRoute');

/** The page of each route, in a file of its own; its chunk is fetched when it is first called. */
export const pageFiles = {
  login: auth,
  signup: auth,
  projects: file(() => import(/* webpackChunkName: "projects" */ '../projects/ProjectsPage'), 'ProjectsPage'),
  createProject: file(() => import(/* webpackChunkName: "create" */ './CreateRoute'), 'CreateRoute'),
  project: file(() => import(/* webpackChunkName: "project" */ './ProjectRoute'), 'ProjectRoute'),
  templates: file(() => import(/* webpackChunkName: "templates" */ '../templates/TemplatesPage'), 'TemplatesPage'),
  usage: file(() => import(/* webpackChunkName: "usage" */ '../usage/UsagePage'), 'UsagePage'),
  upgrade: file(() => import(/* webpackChunkName: "upgrade" */ '../plans/UpgradePage'), 'UpgradePage'),
  learn: file(() => import(/* webpackChunkName: "learn" */ '../learn/LearnPage'), 'LearnPage'),
  guide: file(() => import(/* webpackChunkName: "learn" */ './GuideRoute'), 'GuideRoute'),
  account: file(() => import(/* webpackChunkName: "account" */ '../account/AccountPage'), 'AccountPage'),
  spreadsheets: file(
    () => import(/* webpackChunkName: "spreadsheets" */ '../spreadsheets/SpreadsheetsPage'),
    'SpreadsheetsPage',
  ),
  driveSheet: file(() => import(/* webpackChunkName: "drive" */ '../driveSheet/DriveSheetPage'), 'DriveSheetPage'),
} satisfies Record<PageName, Load>;

/** Pages whose file is there. */
const arrived = new Map<Load, ComponentType>();

/**
 * Fetches the page that the app is opened at while the session is asked for. Where that fails nothing is said: the page is
 * fetched once more when it is shown.
 */
export async function fetchPageAt(pathname: string): Promise<void> {
  const name = pageNameAt(pathname);
  if (name === undefined) return;
  const load = pageFiles[name];
  await load().then(
    ({ default: page }) => arrived.set(load, page),
    () => undefined,
  );
}

/** Instead of a page whose file did not come; the next page is none of its concern. */
export const notLoaded = (error: unknown) =>
  createElement(ErrorPage, {
    title: 'This page did not load',
    lead: `${NOT_LOADED} Reload the page in a moment.`,
    details: [String(error), `Page ${window.location.pathname}`].join('\n'),
  });

/** A route's page: at once where its file is there, without the pause that what is waited for has; else when it is. */
export function pageOf(name: PageName): ComponentType {
  const load = pageFiles[name];
  const Late = lazyPart(async () => (await load()).default, { failed: notLoaded });
  return function Page() {
    const [Shown] = useState(() => arrived.get(load) ?? Late);
    return createElement(Shown);
  };
}
