import { aboutApi } from './about/aboutSaga';
import { createHttp, createSessionLosses, createUploads, type HttpOptions } from './http/http';
import { createUnsavedInput } from './unsavedInput';
import type { Page } from './ports';
import { projectsApi } from './projects/projectsApi';
import { sessionApi } from './session/sessionApi';

type AnyCalls = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

/** Returns lazy API calls: the first call loads their code, which is in the chunk of the sagas that use it. */
const lazyCalls = <Calls extends object>(load: () => Promise<Calls>): Calls =>
  new Proxy({} as Calls, {
    get:
      (_calls, name) =>
      async (...args: readonly unknown[]) =>
        ((await load()) as AnyCalls)[String(name)]?.(...args),
  });

/** Creates the real ports: the API calls by feature, with one client for calls and one for uploads, and the page's own ports. */
export function createPorts(page: Page, options: Omit<HttpOptions, 'sessionLosses'>) {
  const sessionLosses = createSessionLosses();
  const http = createHttp({ ...options, sessionLosses });
  const uploads = createUploads({ ...options, sessionLosses });
  const accountCalls = () => import(/* webpackChunkName: "account" */ './account/accountApi');
  return {
    ...page,
    /** Origin of the app API. */
    apiOrigin: options.origin,
    about: aboutApi(http),
    session: sessionApi(http),
    projects: projectsApi(http),
    account: lazyCalls(async () => (await accountCalls()).accountApi(http)),
    google: lazyCalls(async () => (await accountCalls()).googleApi(http)),
    createFlow: lazyCalls(async () =>
      (await import(/* webpackChunkName: "create" */ './createFlow/createFlowApi')).createFlowApi(http),
    ),
    endpoint: lazyCalls(async () =>
      (await import(/* webpackChunkName: "project" */ './project/rows/endpointApi')).endpointApi(http),
    ),
    edit: lazyCalls(async () =>
      (await import(/* webpackChunkName: "editing" */ './project/edit/editApi')).editApi(http),
    ),
    columns: lazyCalls(async () =>
      (await import(/* webpackChunkName: "projectSagas" */ './columns/columnsApi')).columnsApi(http),
    ),
    keys: lazyCalls(async () => (await import(/* webpackChunkName: "keys" */ './keys/keysApi')).keysApi(http)),
    drive: lazyCalls(async () => (await import(/* webpackChunkName: "create" */ './drive/driveApi')).driveApi(uploads)),
    spreadsheets: lazyCalls(async () =>
      (await import(/* webpackChunkName: "spreadsheets" */ './spreadsheets/spreadsheetsApi')).spreadsheetsApi(http),
    ),
    reading: lazyCalls(async () =>
      (await import(/* webpackChunkName: "create" */ './reading/readingApi')).readingApi(http),
    ),
    grid: lazyCalls(async () =>
      (await import(/* webpackChunkName: "drive" */ './driveSheet/state/gridApi')).gridApi(http),
    ),
    sync: lazyCalls(async () =>
      (await import(/* webpackChunkName: "projectSagas" */ './sync/syncApi')).syncApi(http, options.origin),
    ),
    versions: lazyCalls(async () =>
      (await import(/* webpackChunkName: "projectSagas" */ './sync/versionsApi')).versionsApi(http, uploads),
    ),
    templates: lazyCalls(async () =>
      (await import(/* webpackChunkName: "templates" */ './templates/templatesApi')).templatesApi(http),
    ),
    tryIt: lazyCalls(async () => {
      const { tryItApi } = await import(/* webpackChunkName: "projectSagas" */ './tryIt/tryItApi');
      return tryItApi({ ...options, sessionLosses });
    }),
    usage: lazyCalls(async () => (await import(/* webpackChunkName: "usage" */ './usage/usageApi')).usageApi(http)),
    plans: lazyCalls(async () => (await import(/* webpackChunkName: "plans" */ './plans/plansApi')).plansApi(http)),
    sessionLosses,
    unsavedInput: createUnsavedInput(),
  };
}
