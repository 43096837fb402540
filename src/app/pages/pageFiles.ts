import { type ComponentType, createElement, useState } from 'react';
import { type PageName, pageNameAt } from '../currentPage';
import { ErrorPage } from '../layout/PageBoundary';
import { lazyPart, NOT_LOADED, useRetryOnline } from '../ui/overlays/lazyPart';

type Load = () => Promise<{ readonly default: ComponentType }>;

/** Returns the loader of a page's module. @param name of the page's export */
const file =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): Load =>
  async () => ({ default: (await load())[name] });

const auth = file(() => import(/* webpackChunkName: "auth" */ './AuthRoute'), 'AuthRoute');

/** Loader of each route's page; the first call loads its chunk. */
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

/** Pages whose chunk is loaded. */
const loaded = new Map<Load, ComponentType>();

/**
 * Loads the chunk of the app's first page, in parallel to the session request. A failure is ignored: the chunk is
 * requested again when the page renders.
 */
export async function fetchPageAt(pathname: string): Promise<void> {
  const name = pageNameAt(pathname);
  if (name === undefined) return;
  const load = pageFiles[name];
  await load().then(
    ({ default: page }) => loaded.set(load, page),
    () => undefined,
  );
}

function NotLoaded({ error }: { readonly error: unknown }) {
  useRetryOnline();
  return createElement(ErrorPage, {
    title: 'This page did not load',
    lead: `${NOT_LOADED} Reload the page in a moment.`,
    details: [String(error), `Page ${window.location.pathname}`].join('\n'),
  });
}

/** Renders the error page for a page whose chunk failed to load; other pages are not affected. Retries by itself when the network is back. */
export const notLoaded = (error: unknown) => createElement(NotLoaded, { error });

/** Returns a route's page. If its chunk is loaded it renders at once, without suspending; else it is lazy-loaded. */
export function pageOf(name: PageName): ComponentType {
  const load = pageFiles[name];
  const LazyPage = lazyPart(async () => (await load()).default, { failed: notLoaded });
  return function Page() {
    const [Shown] = useState(() => loaded.get(load) ?? LazyPage);
    return createElement(Shown);
  };
}
