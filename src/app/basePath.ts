/** Returns the path prefix under which the app is served, which the server writes into the page: empty, or for example `/tabpoint`. */
export const basePath = (): string => document.documentElement.dataset.base ?? '';

/** Returns a path without the base path, as the routes name it. @param path of the browser's address */
export function pathInApp(path: string): string {
  const base = basePath();
  return path === base || path.startsWith(`${base}/`) ? path.slice(base.length) || '/' : path;
}
