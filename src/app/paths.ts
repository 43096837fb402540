/** Paths of the app's pages, and of the page to return to after sign-in. */

const part = encodeURIComponent;

/** Encodes a tab's name as a path segment. Browsers resolve a segment of one or two dots away, so a space is added to it. */
const tabPart = (name: string) => part(/^\.\.?$/.test(name) ? `${name} ` : name);

/** Route patterns by page. */
export const routePatterns = {
  login: '/login',
  signup: '/signup',
  projects: '/',
  createProject: '/projects/new',
  project: '/projects/:projectId/:tabName?',
  templates: '/templates',
  usage: '/usage',
  upgrade: '/upgrade',
  learn: '/learn',
  guide: '/learn/:guide',
  account: '/account',
  spreadsheets: '/spreadsheets',
  driveSheet: '/spreadsheets/d/:sheetId',
} as const;

/** The views of a project's page. */
export type ProjectView = 'data' | 'api' | 'access' | 'sync' | 'settings';

/** Paths for links and navigation. */
export const paths = {
  ...routePatterns,
  /** @param url of a sheet, checked as soon as the page opens */
  createProjectWith: (url: string) => `${routePatterns.createProject}?sheet=${part(url)}`,
  /** @param view defaults to Data */
  project: (projectId: string, tabName: string, view: ProjectView = 'data') =>
    `/projects/${part(projectId)}/${tabPart(tabName)}${view === 'data' ? '' : `?view=${view}`}`,
  /** Returns the path of a guide, or of a heading in it. */
  guide: (slug: string, heading?: string) => `/learn/${part(slug)}${heading === undefined ? '' : `#${heading}`}`,
  /** @param tab number of the tab to show; defaults to the first one */
  driveSheet: (sheetId: string, tab?: number) =>
    `/spreadsheets/d/${part(sheetId)}${tab === undefined ? '' : `?sheet=${tab}`}`,
} as const;

/** Returns the path of a location without its search and hash. */
export const pathnameOf = (location: string) => location.split(/[?#]/, 1)[0] ?? '';

/** Returns whether a text is a path inside the app: one leading slash, and nothing that a browser could parse as another host. */
export const isLocalPath = (text: string) => /^\/(?![/\\])[^\\\s]*$/.test(text);

const signInPages: readonly string[] = [paths.login, paths.signup];

/** Returns whether a location is the login or the signup page. */
export const isSignInPage = (location: string) => signInPages.includes(pathnameOf(location));

/**
 * Returns `/login` with the requested location in `from`. The projects list needs no `from`. The sheet of the create page is dropped:
 * another person may sign in.
 */
export function loginPath(location: string): string {
  const from = pathnameOf(location) === paths.createProject ? paths.createProject : location;
  const remembered = isLocalPath(from) && from !== paths.projects && !isSignInPage(from);
  return remembered ? `${paths.login}?from=${part(from)}` : paths.login;
}

/** Returns the path of the login or signup page with the same `from` as the current location. */
export function signInPagePath(page: typeof paths.login | typeof paths.signup, location: string): string {
  const from = rememberedPath(location);
  return from === paths.projects ? page : `${page}?from=${part(from)}`;
}

/** Returns the path to open after sign-in: the `from` of `/login?from=…` if it is a local path, else the projects list. */
export function rememberedPath(location: string): string {
  const search = /\?[^#]*/.exec(location)?.[0] ?? '';
  const from = new URLSearchParams(search).get('from') ?? '';
  return isLocalPath(from) && !isSignInPage(from) ? from : paths.projects;
}
