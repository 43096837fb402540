import { apiPaths, authPaths } from '../../contract/paths';
import { routePatterns } from '../paths';

/** What a browser can fetch of a page while it still reads the page's first lines. */
interface FirstNeeds {
  /** Name of the file that the page itself is in, as in `pageFiles`. */
  readonly chunk: string;
  /** Another one, without which its first sight is not whole. */
  readonly also?: string;
  /** What it asks a signed-in person's server at once; a part of the page's own address is named as in its pattern. */
  readonly asks: readonly string[];
}

const patternOf = (path: (part: string) => string, part: string) => path(`:${part}`).replaceAll('%3A', ':');

const needs: Readonly<Record<keyof typeof routePatterns, FirstNeeds>> = {
  login: { chunk: 'auth', asks: [] },
  signup: { chunk: 'auth', asks: [] },
  projects: { chunk: 'projects', asks: [apiPaths.projects] },
  createProject: { chunk: 'create', asks: [] },
  project: {
    chunk: 'project',
    also: 'keys',
    asks: [patternOf(apiPaths.project, 'projectId'), patternOf(apiPaths.projectKeys, 'projectId')],
  },
  templates: { chunk: 'templates', asks: [apiPaths.templates] },
  usage: { chunk: 'usage', asks: [] },
  upgrade: { chunk: 'upgrade', asks: [] },
  learn: { chunk: 'learn', asks: [] },
  guide: { chunk: 'learn', asks: [apiPaths.projects] },
  account: { chunk: 'account', asks: [apiPaths.account] },
  spreadsheets: { chunk: 'spreadsheets', asks: [apiPaths.driveSpreadsheets, apiPaths.trash] },
  driveSheet: { chunk: 'drive', asks: [patternOf(apiPaths.driveSpreadsheet, 'sheetId')] },
};

/** A page as the server tells browsers of it. */
export interface PageNeeds {
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
export const pageNeeds = (filesOf: (chunk: string) => readonly string[], asksHere: boolean): readonly PageNeeds[] =>
  Object.entries(needs).map(([name, { chunk, also, asks }]) => ({
    pattern: routePatterns[name as keyof typeof needs],
    scripts: [...new Set([chunk, ...(also === undefined ? [] : [also])].flatMap((one) => filesOf(one)))],
    everybody: asksHere ? [authPaths.getSession] : [],
    signedIn: asksHere ? asks : [],
  }));
