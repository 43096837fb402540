import { aboutApi } from './about/aboutSaga';
import { createHttp, createSessionLosses, createUploads, type HttpOptions } from './http/http';
import { createKept } from './kept';
import type { Page } from './ports';
import { projectsApi } from './projects/projectsApi';
import { sessionApi } from './session/sessionApi';

type AnyCalls = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

/** Calls whose code is loaded with the first of them, in the chunk of the sagas that make them. */
const later = <Calls extends object>(load: () => Promise<Calls>): Calls =>
  new Proxy({} as Calls, {
    get:
      (_calls, name) =>
      async (...args: readonly unknown[]) =>
        ((await load()) as AnyCalls)[String(name)]?.(...args),
  });

/** The real ports: one client for calls, one for uploads, and what the page gives. */
export function createPorts(page: Page, options: Omit<HttpOptions, 'sessionLosses'>) {
  const sessionLosses = createSessionLosses();
  const http = createHttp({ ...options, sessionLosses });
  const uploads = createUploads({ ...options, sessionLosses });
  const accountCalls = () => import(/* webpackChunkName: "account" */ './account/accountApi');
  return {
    ...page,
    /** Of the app API. */
    apiOrigin: options.origin,
    about: aboutApi(http),
    session: sessionApi(http),
    projects: projectsApi(http),
    account: later(async () => (await accountCalls()).accountApi(http)),
    google: later(async () => (await accountCalls()).googleApi(http)),
    createFlow: later(async () =>
      (await import(/* webpackChunkName: "create" */ './createFlow/createFlowApi')).createFlowApi(http),
    ),
    endpoint: later(async () =>
      (await import(/* webpackChunkName: "project" */ './project/rows/endpointApi')).endpointApi(http),
    ),
    edit: later(async () => (await import(/* webpackChunkName: "editing" */ './project/edit/editApi')).editApi(http)),
    columns: later(async () =>
      (await import(/* webpackChunkName: "projectSagas" */ './columns/columnsApi')).columnsApi(http),
    ),
    keys: later(async () => (await import(/* webpackChunkName: "keys" */ './keys/keysApi')).keysApi(http)),
    drive: later(async () => (await import(/* webpackChunkName: "create" */ './drive/driveApi')).driveApi(uploads)),
    spreadsheets: later(async () =>
      (await import(/* webpackChunkName: "spreadsheets" */ './spreadsheets/spreadsheetsApi')).spreadsheetsApi(http),
    ),
    reading: later(async () =>
      (await import(/* webpackChunkName: "create" */ './reading/readingApi')).readingApi(http),
    ),
    grid: later(async () => (await import(/* webpackChunkName: "drive" */ './driveSheet/state/gridApi')).gridApi(http)),
    settings: later(async () =>
      (await import(/* webpackChunkName: "projectSagas" */ './settings/settingsApi')).settingsApi(http),
    ),
    sync: later(async () =>
      (await import(/* webpackChunkName: "projectSagas" */ './sync/syncApi')).syncApi(http, options.origin),
    ),
    versions: later(async () =>
      (await import(/* webpackChunkName: "projectSagas" */ './sync/versionsApi')).versionsApi(http, uploads),
    ),
    templates: later(async () =>
      (await import(/* webpackChunkName: "templates" */ './templates/templatesApi')).templatesApi(http),
    ),
    tryIt: later(async () => {
      const { tryItApi } = await import(/* webpackChunkName: "projectSagas" */ './tryIt/tryItApi');
      return tryItApi({ ...options, sessionLosses });
    }),
    usage: later(async () => (await import(/* webpackChunkName: "usage" */ './usage/usageApi')).usageApi(http)),
    plans: later(async () => (await import(/* webpackChunkName: "plans" */ './plans/plansApi')).plansApi(http)),
    sessionLosses,
    kept: createKept(),
  };
}
