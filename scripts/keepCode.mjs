import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Milliseconds in which a server has started and ended again. */
const PATIENCE = 60_000;

const READY = /ready at (\S+)/;

/** What is asked, so that the code that answers it is compiled too. */
const PATHS = ['/healthz', '/', '/v1/nobody/nothing'];

/**
 * Runs the built server in an empty folder, so that it keeps what V8 has compiled by then (`src/server/quickStart.ts`). Where
 * that cannot be done here, it only starts more slowly.
 *
 * @returns whether it was done
 */
export async function keepCode(outdir) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tabpoint-build-'));
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, NODE_ENV: 'production', DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0' };
  const server = spawn(process.execPath, [join(outdir, 'main.js'), '--keep-code'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const late = setTimeout(() => server.kill('SIGKILL'), PATIENCE);
  let output = '';
  server.stdout.on('data', (data) => {
    const isNews = !READY.test(output);
    output += String(data);
    const [, url] = READY.exec(output) ?? [];
    if (url !== undefined && isNews) void asked(url).finally(() => server.kill('SIGINT'));
  });
  const code = await new Promise((resolve) => server.once('error', () => resolve(-1)).once('close', resolve));
  clearTimeout(late);
  rmSync(dataDir, { recursive: true, force: true });
  return code === 0;
}

const asked = (url) => Promise.allSettled(PATHS.map(async (path) => (await fetch(url + path)).arrayBuffer()));
