import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page of the app, and what its first sight is made of; the build has written it (`src/app/pages/firstNeeds.ts`). */
interface PageNeeds {
  readonly pattern: string;
  readonly scripts: readonly string[];
  readonly everybody: readonly string[];
  readonly signedIn: readonly string[];
}

/** The file of the build that tells what each page needs. It is the server's own, and not served. */
export const NEEDS_FILE = 'pages.json';

const SESSION_COOKIE = 'tabpoint.session_token=';

type Parts = ReadonlyMap<string, string>;

/** The named parts of a path that is as the pattern says, as they stand in it; else undefined. */
function partsOf(pattern: string, path: string): Parts | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  const fits = wanted.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]));
  if (!fits || wanted.length !== given.length) return undefined;
  return new Map(wanted.map((part, at) => [part, given[at] ?? ''] as const).filter(([part]) => part.startsWith(':')));
}

/** Whether a part of an address is one that a browser has written: nothing in it could end an entry of the header. */
const isPlain = (part: string) => /^[\w.~%-]+$/.test(part);

function filled(ask: string, parts: Parts): string[] {
  const path = ask.split('/').map((part) => parts.get(part) ?? part);
  return path.every((part) => part === '' || isPlain(part)) ? [path.join('/')] : [];
}

/** What is known of the app's own pages. */
export interface AppPages {
  /** Whether a path is one of them. */
  has(path: string): boolean;
  /**
   * Tells what a browser that gets the app for a path should fetch at once, as the value of a `Link` header (RFC 8288):
   * scripts of the page, and answers of the API in just the way in which the app asks for them.
   */
  linksFor(path: string, cookie: string | undefined): string | undefined;
}

/**
 * @param appDir folder of the built app
 * @param base path below which people reach the server
 */
export function readPages(appDir: string, base = ''): AppPages {
  const file = join(appDir, NEEDS_FILE);
  const pages = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly PageNeeds[]) : [];
  const has = (path: string) => pages.some(({ pattern }) => partsOf(pattern, path) !== undefined);
  const linksFor = (path: string, cookie = '') => {
    for (const { pattern, scripts, everybody, signedIn } of pages) {
      const parts = partsOf(pattern, path);
      if (parts === undefined) continue;
      const asks = cookie.includes(SESSION_COOKIE) ? [...everybody, ...signedIn] : everybody;
      const links = [
        ...scripts.map((script) => `<${base}${script}>; rel=preload; as=script`),
        ...asks
          .flatMap((ask) => filled(ask, parts))
          .map((ask) => `<${base}${ask}>; rel=preload; as=fetch; crossorigin=use-credentials`),
      ];
      return links.join(', ');
    }
    return undefined;
  };
  return { has, linksFor };
}
