import { apiPaths, authPaths } from '../../contract/paths';
import { routePatterns } from '../paths';

/** Chunks and API requests that a browser can preload for a page. */
interface Preload {
  /** Names of the chunks that the page's first view needs, its own first, as in `pageFiles`. */
  readonly chunks: readonly string[];
  /** Paths of the requests that the page sends at once for a signed-in user; parameters are named as in the page's route pattern. */
  readonly requests?: readonly string[];
}

const patternOf = (path: (part: string) => string, part: string) => path(`:${part}`).replaceAll('%3A', ':');

const preloads: Readonly<Record<keyof typeof routePatterns, Preload>> = {
  login: { chunks: ['auth'] },
  signup: { chunks: ['auth'] },
  projects: { chunks: ['projects'], requests: [apiPaths.projects] },
  createProject: { chunks: ['create'] },
  project: {
    chunks: ['project', 'keys'],
    requests: [patternOf(apiPaths.project, 'projectId'), patternOf(apiPaths.projectKeys, 'projectId')],
  },
  templates: { chunks: ['templates'], requests: [apiPaths.templates] },
  usage: { chunks: ['usage'] },
  upgrade: { chunks: ['upgrade'] },
  learn: { chunks: ['learn'] },
  guide: { chunks: ['learn'], requests: [apiPaths.projects] },
  account: { chunks: ['account'], requests: [apiPaths.account] },
  spreadsheets: { chunks: ['spreadsheets'], requests: [apiPaths.driveSpreadsheets, apiPaths.trash] },
  driveSheet: { chunks: ['drive'], requests: [patternOf(apiPaths.driveSpreadsheet, 'sheetId')] },
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
  Object.entries(preloads).map(([name, { chunks, requests = [] }]) => ({
    pattern: routePatterns[name as keyof typeof preloads],
    scripts: [...new Set(chunks.flatMap((chunk) => filesOf(chunk)))],
    everybody: sameOrigin ? [authPaths.getSession] : [],
    signedIn: sameOrigin ? requests : [],
  }));
