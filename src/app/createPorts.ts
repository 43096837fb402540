import { aboutApi } from './about/aboutApi';
import { createFlowApi } from './createFlow/createFlowApi';
import { driveApi } from './drive/driveApi';
import { endpointApi } from './endpoint/endpointApi';
import { createHttp, createUploads, type HttpOptions } from './http/http';
import { createSessionLosses } from './http/sessionLoss';
import { keysApi } from './keys/keysApi';
import type { Page, Ports } from './ports';
import { projectsApi } from './projects/projectsApi';
import { sessionApi } from './session/sessionApi';

/** The real ports: one client for calls, one for uploads, and what the page gives. */
export function createPorts(page: Page, options: Omit<HttpOptions, 'sessionLosses'>): Ports {
  const sessionLosses = createSessionLosses();
  const http = createHttp({ ...options, sessionLosses });
  const uploads = createUploads({ ...options, sessionLosses });
  return {
    ...page,
    apiOrigin: options.origin,
    about: aboutApi(http),
    session: sessionApi(http),
    createFlow: createFlowApi(http),
    projects: projectsApi(http),
    endpoint: endpointApi(http),
    keys: keysApi(http),
    drive: driveApi(uploads),
    sessionLosses,
  };
}
