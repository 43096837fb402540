import { apiPaths, authPaths } from '../../contract/paths';
import { routePatterns } from '../paths';

/** Chunks and API requests that a browser can preload for a page. */
interface Preload {
  /** Name of the page's chunk, as in `pageFiles`. */
  readonly chunk: string;
  /** Another chunk that the page's first view needs. */
  readonly also?: string;
  /** Paths of the requests that the page sends at once for a signed-in user; parameters are named as in the page's route pattern. */
  readonly requests: readonly string[];
}

const patternOf = (path: (part: string) => string, part: string) => path(`:${part}`).replaceAll('%3A', ':');

const preloads: Readonly<Record<keyof typeof routePatterns, Preload>> = {
  login: { chunk: 'auth', requests: [] },
  signup: { chunk: 'auth', requests: [] },
  projects: { chunk: 'projects', requests: [apiPaths.projects] },
  createProject: { chunk: 'create', requests: [] },
  project: {
    chunk: 'project',
    also: 'keys',
    requests: [patternOf(apiPaths.project, 'projectId'), patternOf(apiPaths.projectKeys, 'projectId')],
  },
  templates: { chunk: 'templates', requests: [apiPaths.templates] },
  usage: { chunk: 'usage', requests: [] },
  upgrade: { chunk: 'upgrade', requests: [] },
  learn: { chunk: 'learn', requests: [] },
  guide: { chunk: 'learn', requests: [apiPaths.projects] },
  account: { chunk: 'account', requests: [apiPaths.account] },
  spreadsheets: { chunk: 'spreadsheets', requests: [apiPaths.driveSpreadsheets, apiPaths.trash] },
  driveSheet: { chunk: 'drive', requests: [patternOf(apiPaths.driveSpreadsheet, 'sheetId')] },
};

/** Entry of the manifest, from which the server builds the `Link` header of a page. */
export interface PagePreload {
  /** Route pattern: a segment that begins with a colon is a parameter. */
  readonly pattern: string;
  /** URLs of its scripts. */
  readonly scripts: readonly string[];
  /** Requests of every visitor (the session). */
  readonly everybody: readonly string[];
  /** Requests of signed-in users only. */
  readonly signedIn: readonly string[];
}

/**
 * Returns the manifest of all pages.
 *
 * @param filesOf returns the built files of a chunk
 * @param sameOrigin whether the API has the page's origin; a preload of a cross-origin request would not match the app's request
 */
export const preloadManifest = (
  filesOf: (chunk: string) => readonly string[],
  sameOrigin: boolean,
): readonly PagePreload[] =>
  Object.entries(preloads).map(([name, { chunk, also, requests }]) => ({
    pattern: routePatterns[name as keyof typeof preloads],
    scripts: [...new Set([chunk, ...(also === undefined ? [] : [also])].flatMap((one) => filesOf(one)))],
    everybody: sameOrigin ? [authPaths.getSession] : [],
    signedIn: sameOrigin ? requests : [],
  }));
