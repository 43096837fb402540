/** Path below which the app is served, as the server has written it into the page: nothing, or for example `/tabpoint`. */
export const basePath = (): string => document.documentElement.dataset.base ?? '';

/** Where a page of the app is, as its routes name it. @param path of the browser's address */
export function pathInApp(path: string): string {
  const base = basePath();
  return path === base || path.startsWith(`${base}/`) ? path.slice(base.length) || '/' : path;
}
