import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { basePathOf } from '../http/originOf';
import { nothingHere } from '../http/problems';
import { Refusal } from '../refusal';
import type { Settings } from '../settings';

/** A page of the app, and what its first sight is made of; the build has written it (`src/app/pages/preloadManifest.ts`). */
interface PagePreload {
  readonly pattern: string;
  readonly scripts: readonly string[];
  readonly everybody: readonly string[];
  readonly signedIn: readonly string[];
}

/** The file of the build that tells what each page needs. It is the server's own, and not served. */
const PRELOAD_FILE = 'pages.json';

const SESSION_COOKIE = 'tabpoint.session_token=';

type Parts = ReadonlyMap<string, string>;

/** Whether a part of a path is as the pattern says: the last one may be left out where the pattern ends with `?`. */
function fits(wanted: string, given: string | undefined): boolean {
  if (given === undefined) return wanted.endsWith('?');
  return wanted.startsWith(':') ? given !== '' : wanted === given;
}

/** The named parts of a path that is as the pattern says, as they stand in it; else undefined. */
function partsOf(pattern: string, path: string): Parts | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (given.length > wanted.length || !wanted.every((part, at) => fits(part, given[at]))) return undefined;
  return new Map(wanted.map((part, at) => [part, given[at] ?? ''] as const).filter(([part]) => part.startsWith(':')));
}

/** Whether a part of an address is one that a browser has written: nothing in it could end an entry of the header. */
const isPlain = (part: string) => /^[\w.~%-]+$/.test(part);

function filled(ask: string, parts: Parts): string[] {
  const path = ask.split('/').map((part) => parts.get(part) ?? part);
  return path.every((part) => part === '' || isPlain(part)) ? [path.join('/')] : [];
}

/** What is known of the app's own pages. */
interface AppPages {
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
function readPages(appDir: string, base = ''): AppPages {
  const file = join(appDir, PRELOAD_FILE);
  const pages = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly PagePreload[]) : [];
  const has = (path: string) => pages.some(({ pattern }) => partsOf(pattern, path) !== undefined);
  const linksFor = (path: string, cookie = '') => {
    for (const { pattern, scripts, everybody, signedIn } of pages) {
      const parts = partsOf(pattern, path);
      if (parts === undefined) continue;
      const requests = cookie.includes(SESSION_COOKIE) ? [...everybody, ...signedIn] : everybody;
      const links = [
        ...scripts.map((script) => `<${base}${script}>; rel=preload; as=script`),
        ...requests
          .flatMap((ask) => filled(ask, parts))
          .map((ask) => `<${base}${ask}>; rel=preload; as=fetch; crossorigin=use-credentials`),
      ];
      return links.join(', ');
    }
    return undefined;
  };
  return { has, linksFor };
}

/** What stands beside the files that browsers ask for: the same compressed, what debuggers read, and the server's own. */
const isServed = (name: string) => !/\.(br|gz|map)$/.test(name) && !name.startsWith('.') && name !== PRELOAD_FILE;

/** @returns paths of the files below a folder, links followed, with `/` between their parts */
function* filesBelow(folder: string, path = ''): Generator<string, void, undefined> {
  for (const name of readdirSync(folder)) {
    if (!isServed(name)) continue;
    if (statSync(join(folder, name)).isDirectory()) yield* filesBelow(join(folder, name), `${path}${name}/`);
    else yield path + name;
  }
}

/**
 * The files of the built app, as addresses name them without their first `/`. One look at the folder suffices for as long as the
 * server runs: another build has another server. A route for each would take a tenth of a start.
 *
 * @param appDir folder of the built app
 */
const appFilesOf = (appDir: string): ReadonlySet<string> => new Set(filesBelow(appDir));

/** First parts of addresses that never are pages of the app. */
const OTHERS = new Set(['api', 'v1', 'compat', 'assets', 'site', 'healthz', 'readyz', 'metrics']);

function pathOf(request: FastifyRequest) {
  const [path = '/'] = request.url.split('?');
  return decodeURI(path).toLowerCase();
}

/**
 * Whether a request is for a page of the app: a browser going somewhere asks for HTML by name. A client that accepts
 * everything gets a page that there is, else a 404: a program with a wrong address would go on reading HTML.
 */
function isPageRequest(request: FastifyRequest, pages: AppPages): boolean {
  const path = pathOf(request);
  if (OTHERS.has(path.split('/')[1] ?? '')) return false;
  const { accept = '*/*' } = request.headers;
  if (accept.includes('text/html')) return true;
  const fetched = request.headers['sec-fetch-mode'] !== undefined;
  return accept.includes('*/*') && !fetched && pages.has(path);
}

const YEAR = 'public, max-age=31536000, immutable';

/** Files under `assets/` have their content's hash in their name; the page that names them is always asked for anew. */
const cachingOf = (path: string, appDir: string) => (path.startsWith(join(appDir, 'assets') + sep) ? YEAR : 'no-cache');

/** The app's page for a server below a path: its files have addresses below it, and the page says so to the app (`src/app/basePath.ts`). */
const pageBelow = (appDir: string, base: string) =>
  readFileSync(join(appDir, 'index.html'), 'utf8')
    .replaceAll(/\b(href|src)=(["']?)\/(?!\/)/g, (_all, name: string, quote: string) => `${name}=${quote}${base}/`)
    .replace('<html', `<html data-base="${base}"`);

const notBuilt = () =>
  new Refusal('not_found', 'The app has not been built yet. Run "npm run build", then start the server again.');

/**
 * Serves the built app: its files, pre-compressed where the build has done so, and its page for every address that is the
 * app's own (the app itself shows its 404).
 */
export async function registerStatic(site: FastifyInstance, settings: Settings): Promise<void> {
  const { appDir } = settings;
  const base = basePathOf(settings);
  const built = existsSync(join(appDir, 'index.html'));
  if (built) {
    await site.register(fastifyStatic, {
      root: appDir,
      serve: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => void response.header('cache-control', cachingOf(path, appDir)),
    });
  }
  const page = built && base !== '' ? pageBelow(appDir, base) : undefined;
  const files = built ? appFilesOf(appDir) : new Set();
  const pages = readPages(appDir, base);
  site.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    if (files.has(request.params['*'])) return reply.sendFile(request.params['*']);
    if (!isPageRequest(request, pages)) throw nothingHere();
    if (!built) throw notBuilt();
    const links = pages.linksFor(request.url.split('?', 1)[0] ?? '/', request.headers.cookie);
    if (links !== undefined) reply.header('link', links);
    if (page === undefined) return reply.sendFile('index.html');
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
}
