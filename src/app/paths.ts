/** Addresses of the app's own pages, and of the page to return to after signing in. */

const part = encodeURIComponent;

/** A tab's name in a path. A segment of one or two dots would be resolved away, so a space is added to it. */
const tabPart = (name: string) => part(/^\.\.?$/.test(name) ? `${name} ` : name);

/** What routes are declared with. */
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

/** The views of a project's page that exist. */
export type ProjectView = 'data' | 'api' | 'access' | 'sync' | 'settings';

/** What links and navigation use. */
export const paths = {
  ...routePatterns,
  /** @param url of a sheet, which is checked as soon as the page is there */
  createProjectWith: (url: string) => `${routePatterns.createProject}?sheet=${part(url)}`,
  /** @param view Data unless told */
  project: (projectId: string, tabName: string, view: ProjectView = 'data') =>
    `/projects/${part(projectId)}/${tabPart(tabName)}${view === 'data' ? '' : `?view=${view}`}`,
  /** A guide, and a heading of it. */
  guide: (slug: string, heading?: string) => `/learn/${part(slug)}${heading === undefined ? '' : `#${heading}`}`,
  /** @param tab number of the tab that is shown; its first one unless told */
  driveSheet: (sheetId: string, tab?: number) =>
    `/spreadsheets/d/${part(sheetId)}${tab === undefined ? '' : `?sheet=${tab}`}`,
} as const;

/** Path of a location without its search and hash. */
export const pathnameOf = (location: string) => location.split(/[?#]/, 1)[0] ?? '';

/** Whether a text is a place inside the app: one leading slash, and nothing a browser could read as another host. */
export const isLocalPath = (text: string) => /^\/(?![/\\])[^\\\s]*$/.test(text);

const signInPages: readonly string[] = [paths.login, paths.signup];

/** Whether a location is the login page, in either of its modes. */
export const isSignInPage = (location: string) => signInPages.includes(pathnameOf(location));

/**
 * `/login`, remembering the place that was asked for. The projects list need not be remembered, and the sheet that somebody looked at on
 * the create page is not: another person may sign in.
 */
export function loginPath(place: string): string {
  const from = pathnameOf(place) === paths.createProject ? paths.createProject : place;
  const worth = isLocalPath(from) && from !== paths.projects && !isSignInPage(from);
  return worth ? `${paths.login}?from=${part(from)}` : paths.login;
}

/** The other mode of the login page, remembering the same place. */
export function signInPagePath(page: typeof paths.login | typeof paths.signup, location: string): string {
  const from = rememberedPath(location);
  return from === paths.projects ? page : `${page}?from=${part(from)}`;
}

/** Where to go after signing in: the place that `/login?from=…` remembers when it is a local one, else the projects. */
export function rememberedPath(location: string): string {
  const search = /\?[^#]*/.exec(location)?.[0] ?? '';
  const from = new URLSearchParams(search).get('from') ?? '';
  return isLocalPath(from) && !isSignInPage(from) ? from : paths.projects;
}
