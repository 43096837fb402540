import { apiPaths, authPaths } from '../../contract/paths';
import { routePatterns } from '../paths';

/** What a browser can fetch of a page while it still reads the page's first lines. */
interface Preload {
  /** Name of the file that the page itself is in, as in `pageFiles`. */
  readonly chunk: string;
  /** Another one, without which its first sight is not whole. */
  readonly also?: string;
  /** What it asks a signed-in person's server at once; a part of the page's own address is named as in its pattern. */
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

/** A page as the server tells browsers of it. */
export interface PagePreload {
  /** As in `routePatterns`: a part that begins with a colon is any. */
  readonly pattern: string;
  /** Addresses of its scripts. */
  readonly scripts: readonly string[];
  /** What it asks at once. Everybody asks who they are; only who is signed in asks the rest. */
  readonly everybody: readonly string[];
  readonly signedIn: readonly string[];
}

/**
 * Every page with what its first sight is made of.
 *
 * @param filesOf the built files of a chunk
 * @param asksHere whether the API has the origin of the page: a browser asks another one differently
 */
export const preloadManifest = (
  filesOf: (chunk: string) => readonly string[],
  asksHere: boolean,
): readonly PagePreload[] =>
  Object.entries(preloads).map(([name, { chunk, also, requests }]) => ({
    pattern: routePatterns[name as keyof typeof preloads],
    scripts: [...new Set([chunk, ...(also === undefined ? [] : [also])].flatMap((one) => filesOf(one)))],
    everybody: asksHere ? [authPaths.getSession] : [],
    signedIn: asksHere ? requests : [],
  }));
