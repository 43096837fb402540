import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startGoogleDouble } from '../fixtures/google/googleDouble';
import { launch, readyUrl } from '../fixtures/launch';
import type { Look } from './growth';

/**
 * Heap limit in MiB. The bound of caches depends on it, and is soon reached. With 96, V8 would collect garbage without a pause,
 * as live objects would leave less than a young generation.
 */
const HEAP = 160;

const TOKEN = 'for-the-soak-alone';

/** Bytes of the product's caches, by its own count. */
async function heldBytes(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}`, connection: 'close' } });
  const lines = (await answer.text()).matchAll(/^tabpoint_(?:tabs|answers)_held_bytes (\d+)$/gm);
  return [...lines].reduce((sum, [, bytes]) => sum + Number(bytes), 0);
}

/** Returns the open handles of a process by kind. The loop reports pipes and events of threads. */
function openOf(pid: number | undefined): Pick<Look, 'files' | 'sockets' | 'loops'> {
  const folder = `/proc/${pid}/fd`;
  const targets = readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(join(folder, name))];
    } catch {
      // Closed since it was listed.
      return [];
    }
  });
  const count = (start: string) => targets.filter((target) => target.startsWith(start)).length;
  return { files: count('/'), sockets: count('socket:'), loops: count('anon_inode:[eventpoll]') };
}

/**
 * Starts the built product with the probe, and a Google double.
 *
 * @param heap limit in MiB; none if undefined
 */
export async function startWatched({ heap }: { readonly heap: number | undefined } = { heap: HEAP }) {
  const google = await startGoogleDouble();
  const dataDir = mkdtempSync(join(tmpdir(), 'tabpoint-soak-'));
  const environment = {
    ...{ DATA_DIR: dataDir, PORT: '0', TRUST_PROXY: '1', METRICS_TOKEN: TOKEN },
    GOOGLE_DOUBLE: google.origins.join(','),
  };
  const words = [
    process.execPath,
    ...(heap === undefined ? [] : [`--max-old-space-size=${heap}`]),
    '--expose-gc',
    '--require',
    resolve('test/soak/probe.cjs'),
    resolve('dist/server/main.js'),
  ];
  const server = launch(words, { environment, channel: true });
  const { child } = server;
  child.stderr?.pipe(process.stderr);
  const url = await readyUrl(server);
  if (url === '') throw new Error(`The product did not start: ${server.output()}`);
  return {
    url,
    google,
    /** Returns its resources. */
    async look(): Promise<Look> {
      child.send('look');
      const [seen] = (await once(child, 'message')) as [
        Pick<Look, 'heap' | 'external' | 'arrayBuffers' | 'rss' | 'handles'>,
      ];
      return { ...seen, ...openOf(child.pid), held: await heldBytes(url) };
    },
    async end() {
      await server.end('SIGTERM');
      await google.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
