import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { nothingHere } from '../problems';
import { Refusal } from '../refusal';
import type { Settings } from '../settings';
import { appFilesOf } from './appFiles';
import { createLinks } from './firstNeeds';
import { isPageRequest } from './isPageRequest';

const YEAR = 'public, max-age=31536000, immutable';

/** Files under `assets/` have their content's hash in their name; the page that names them is always asked for anew. */
const cachingOf = (path: string, appDir: string) => (path.startsWith(join(appDir, 'assets') + sep) ? YEAR : 'no-cache');

const notBuilt = () =>
  new Refusal('not_found', 'The app has not been built yet. Run "npm run build", then start the server again.');

/**
 * Serves the built app: its files, pre-compressed where the build has done so, and its page for every address that is the
 * app's own (the app itself shows its 404).
 */
export async function registerStatic(site: FastifyInstance, { appDir }: Settings): Promise<void> {
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
  const files = built ? appFilesOf(appDir) : new Set();
  const linksFor = createLinks(appDir);
  site.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    if (files.has(request.params['*'])) return reply.sendFile(request.params['*']);
    if (!isPageRequest(request)) throw nothingHere();
    if (!built) throw notBuilt();
    const links = linksFor(request.url.split('?', 1)[0] ?? '/', request.headers.cookie);
    if (links !== undefined) reply.header('link', links);
    return reply.sendFile('index.html');
  });
}
