import { aboutApi } from './about/aboutSaga';
import { accountApi, googleApi } from './account/accountApi';
import { columnsApi } from './columns/columnsApi';
import { createFlowApi } from './createFlow/createFlowApi';
import { driveApi } from './drive/driveApi';
import { readingApi } from './reading/readingApi';
import { gridApi } from './driveSheet/state/gridApi';
import { editApi } from './project/edit/editApi';
import { endpointApi } from './project/rows/endpointApi';
import {
  createHttp,
  createOpenHttp,
  createOwnCallsHttp,
  createSessionLosses,
  createUploads,
  type HttpOptions,
} from './http/http';
import { createKept } from './kept';
import { keysApi } from './keys/keysApi';
import { plansApi } from './plans/plansApi';
import type { Page } from './ports';
import { projectsApi } from './projects/projectsApi';
import { sessionApi } from './session/sessionApi';
import { settingsApi } from './settings/settingsApi';
import { spreadsheetsApi } from './spreadsheets/spreadsheetsApi';
import { syncApi, versionsApi } from './sync/syncApi';
import { templatesApi } from './templates/templatesApi';
import { tryItApi } from './tryIt/tryItApi';
import { usageApi } from './usage/usageApi';

/** The real ports: one client for calls, one for uploads, and what the page gives. */
export function createPorts(page: Page, options: Omit<HttpOptions, 'sessionLosses'>) {
  const sessionLosses = createSessionLosses();
  const http = createHttp({ ...options, sessionLosses });
  const uploads = createUploads({ ...options, sessionLosses });
  return {
    ...page,
    /** Of the app API. */
    apiOrigin: options.origin,
    about: aboutApi(http),
    session: sessionApi(http),
    account: accountApi(http),
    google: googleApi(http),
    createFlow: createFlowApi(http),
    projects: projectsApi(http),
    endpoint: endpointApi(http),
    edit: editApi(http),
    columns: columnsApi(http),
    keys: keysApi(http),
    drive: driveApi(uploads),
    spreadsheets: spreadsheetsApi(http),
    reading: readingApi(http),
    grid: gridApi(http),
    settings: settingsApi(http),
    sync: syncApi(http, options.origin),
    versions: versionsApi(http, uploads),
    templates: templatesApi(http),
    tryIt: tryItApi(createOpenHttp(options), createOwnCallsHttp({ ...options, sessionLosses })),
    usage: usageApi(http),
    plans: plansApi(http),
    sessionLosses,
    kept: createKept(),
  };
}
