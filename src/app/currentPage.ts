import { matchPath, type Params, useLocation } from 'react-router';
import { routePatterns } from './paths';

/** Finds the page that an address belongs to, and reads the page's route and query parameters. */

export type PageName = keyof typeof routePatterns;

export const pageNames = Object.keys(routePatterns) as PageName[];

/** Decodes a pathname for matching against route patterns; encoded slashes inside a segment stay encoded. */
function decoded(pathname: string): string {
  const segments = pathname.split('/');
  try {
    return segments.map((segment) => decodeURIComponent(segment).replaceAll('/', '%2F')).join('/');
  } catch {
    return pathname;
  }
}

/** Returns the page at a pathname, or undefined if no pattern matches. */
export function pageNameAt(pathname: string): PageName | undefined {
  const readable = decoded(pathname);
  return pageNames.find((name) => matchPath(routePatterns[name], readable) !== null);
}

/** Returns the route parameters of the current page. */
export function usePageParams(page: PageName): Readonly<Params> {
  const { pathname } = useLocation();
  return matchPath(routePatterns[page] as string, decoded(pathname))?.params ?? {};
}

/** Returns the query parameters of the address. */
export const useQueryParameters = () => new URLSearchParams(useLocation().search);
