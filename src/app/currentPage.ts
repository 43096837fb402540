import { matchPath, type Params, useLocation } from 'react-router';
import { routePatterns } from './paths';

/** Which page an address is of, and what pages read of theirs. */

export type PageName = keyof typeof routePatterns;

export const pageNames = Object.keys(routePatterns) as PageName[];

/** A pathname as patterns are compared with it: decoded, but for slashes inside its parts. */
function decoded(pathname: string): string {
  const parts = pathname.split('/');
  try {
    return parts.map((part) => decodeURIComponent(part).replaceAll('/', '%2F')).join('/');
  } catch {
    return pathname;
  }
}

/** The page at a pathname; undefined where there is none. */
export function pageNameAt(pathname: string): PageName | undefined {
  const readable = decoded(pathname);
  return pageNames.find((name) => matchPath(routePatterns[name], readable) !== null);
}

/** The parts of the address that the pattern of the shown page names. */
export function usePageParams(page: PageName): Readonly<Params> {
  const { pathname } = useLocation();
  return matchPath(routePatterns[page] as string, decoded(pathname))?.params ?? {};
}

/** What stands behind the question mark of the address. */
export const useQueryParameters = () => new URLSearchParams(useLocation().search);
