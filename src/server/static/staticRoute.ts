import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { basePathOf } from '../http/originOf';
import { partsOf } from '../http/unsupportedMethods';
import { nothingHere } from '../http/problems';
import type { SessionCheck } from '../auth/requireSession';
import { Refusal } from '../refusal';
import type { Settings } from '../settings';

/** A page of the app, with the scripts and requests to preload; written by the build (`src/app/pages/preloadManifest.ts`). */
interface PagePreload {
  readonly pattern: string;
  readonly scripts: readonly string[];
  readonly everybody: readonly string[];
  readonly signedIn: readonly string[];
}

/** File of the build with the preloads of each page. It is not served. */
const PRELOAD_FILE = 'pages.json';

/** Path segment that is safe in a `Link` header: no character of it could end an entry of the header. */
const PLAIN = /^[\w.~%-]*$/;

/** Returns the URL template of a request with its parts filled in; an empty list if a part is not safe. */
function fillTemplate(template: string, parts: ReadonlyMap<string, string>): string[] {
  const path = template.split('/').map((part) => parts.get(part) ?? part);
  return path.every((part) => PLAIN.test(part)) ? [path.join('/')] : [];
}

/** Reads the app's pages from the build. */
function readPages(appDir: string): readonly PagePreload[] {
  const file = join(appDir, PRELOAD_FILE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly PagePreload[]) : [];
}

/** Returns the page at a path. */
const pageAt = (pages: readonly PagePreload[], path: string) =>
  pages.find(({ pattern }) => partsOf(pattern, path) !== undefined);

/**
 * Returns the preloads of the page at a path, as the value of a `Link` header (RFC 8288): its scripts, and its API requests exactly as
 * the app sends them. A browser keeps the response to a preload until the app asks for it, so that one that was refused would still be
 * refused after the person has signed in on the page.
 *
 * @param base path below which the server is reached
 */
function linksOf(
  { pattern, scripts, everybody, signedIn }: PagePreload,
  path: string,
  base: string,
  isSignedIn: boolean,
) {
  const parts = partsOf(pattern, path) ?? new Map<string, string>();
  const requests = isSignedIn ? [...everybody, ...signedIn] : everybody;
  return [
    ...scripts.map((script) => `<${base}${script}>; rel=preload; as=script`),
    ...requests
      .flatMap((template) => fillTemplate(template, parts))
      .map((url) => `<${base}${url}>; rel=preload; as=fetch; crossorigin=use-credentials`),
  ].join(', ');
}

/** Returns whether a file of the build is served. Compressed copies, source maps, hidden files and the preload file are not. */
const isServed = (name: string) => !/\.(br|gz|map)$/.test(name) && !name.startsWith('.') && name !== PRELOAD_FILE;

/** Yields the paths of the files below a folder, separated by `/`. Follows symbolic links. */
function* filesBelow(folder: string, path = ''): Generator<string, void, undefined> {
  for (const name of readdirSync(folder)) {
    if (!isServed(name)) continue;
    if (statSync(join(folder, name)).isDirectory()) yield* filesBelow(join(folder, name), `${path}${name}/`);
    else yield path + name;
  }
}

/** First path segments that are never pages of the app. */
const RESERVED_SEGMENTS = new Set(['api', 'v1', 'compat', 'assets', 'site', 'healthz', 'readyz', 'metrics']);

function pathOf(request: FastifyRequest) {
  const [path = '/'] = request.url.split('?');
  return decodeURI(path).toLowerCase();
}

/**
 * Returns whether a request is for a page of the app: a navigating browser accepts HTML explicitly. A client that accepts anything gets
 * existing pages, else a 404, so that a program with a wrong URL does not receive HTML.
 */
function isPageRequest(request: FastifyRequest, pages: readonly PagePreload[]): boolean {
  const path = pathOf(request);
  if (RESERVED_SEGMENTS.has(path.split('/')[1] ?? '')) return false;
  const { accept = '*/*' } = request.headers;
  if (accept.includes('text/html')) return true;
  const fetched = request.headers['sec-fetch-mode'] !== undefined;
  return accept.includes('*/*') && !fetched && pageAt(pages, path) !== undefined;
}

const CACHE_FOREVER = 'public, max-age=31536000, immutable';

/** Returns the `Cache-Control` of a file. Files in `assets/` have a content hash in their name; all others are revalidated each time. */
const cacheControlOf = (path: string, appDir: string) =>
  path.startsWith(join(appDir, 'assets') + sep) ? CACHE_FOREVER : 'no-cache';

/** Returns the app's page for a server below a base path: its URLs get the base, which the app reads from `data-base` (`src/app/basePath.ts`). */
const pageBelow = (appDir: string, base: string) =>
  readFileSync(join(appDir, 'index.html'), 'utf8')
    .replaceAll(/\b(href|src)=(["']?)\/(?!\/)/g, (_all, name: string, quote: string) => `${name}=${quote}${base}/`)
    .replace('<html', `<html data-base="${base}"`);

const notBuilt = () =>
  new Refusal('not_found', 'The app has not been built yet. Run "npm run build", then start the server again.');

/**
 * Sends a file of the build. Conditions that would prevent that are ignored, as ranges are: for the plug-in they are errors, which
 * would be logged as the server's own.
 */
function sendWhole({ raw: { headers } }: FastifyRequest, reply: FastifyReply, name: string): FastifyReply {
  delete headers['if-match'];
  delete headers['if-unmodified-since'];
  return reply.sendFile(name);
}

/**
 * Serves the built app: its files, pre-compressed if the build has compressed them, and `index.html` for all page requests (the app shows
 * its own 404).
 */
export async function registerStatic(
  site: FastifyInstance,
  settings: Settings,
  isSignedIn: SessionCheck,
): Promise<void> {
  const { appDir } = settings;
  const base = basePathOf(settings);
  const isBuilt = existsSync(join(appDir, 'index.html'));
  if (isBuilt) {
    await site.register(fastifyStatic, {
      root: appDir,
      serve: false,
      index: false,
      preCompressed: true,
      acceptRanges: false,
      cacheControl: false,
      setHeaders: (response, path) => void response.header('cache-control', cacheControlOf(path, appDir)),
    });
  }
  const pageBelowBase = isBuilt && base !== '' ? pageBelow(appDir, base) : undefined;
  // Listed once, as a new build needs a new server. Registering a route for each file would take a tenth of the server's start time.
  const files = new Set(isBuilt ? filesBelow(appDir) : []);
  // The file's own URLs lack the base path.
  if (pageBelowBase !== undefined) files.delete('index.html');
  const pages = readPages(appDir);
  site.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    if (files.has(request.params['*'])) return sendWhole(request, reply, request.params['*']);
    if (!isPageRequest(request, pages)) throw nothingHere();
    if (!isBuilt) throw notBuilt();
    const [path = '/'] = request.url.split('?', 1);
    const preload = pageAt(pages, path);
    if (preload !== undefined) reply.header('link', linksOf(preload, path, base, await isSignedIn(request)));
    if (pageBelowBase === undefined) return sendWhole(request, reply, 'index.html');
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(pageBelowBase);
  });
}
