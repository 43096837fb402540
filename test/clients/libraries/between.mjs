import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../fixtures/freePort.mjs';
import { ORIGIN } from '../asked.mjs';

/** Exit code of a script whose requirements are not installed. */
const SKIPPED = 77;

async function answers(url) {
  for (let left = 100; left > 0; left -= 1) {
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await new Promise((passed) => setTimeout(passed, 100));
  }
  throw new Error(`${url} does not answer.`);
}

/**
 * Runs a program of Debian as a proxy between a client and the product.
 *
 * @param path of the program; without it the script ends as skipped
 * @param configure `(folder, port, host of the product) => {file, text, args}`: its configuration and arguments
 * @param use `(origin of the program) => …`
 */
export async function between(path, configure, use) {
  if (!existsSync(path)) {
    console.log(`${path} is not installed`);
    process.exit(SKIPPED);
  }
  const folder = mkdtempSync(join(tmpdir(), 'tabpoint-between-'));
  const port = await freePort();
  const { file, text, args } = configure(folder, port, new URL(ORIGIN).host);
  writeFileSync(join(folder, file), text);
  const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (bytes) => (errors += bytes));
  const gone = new Promise((ended) => child.once('exit', ended));
  try {
    const origin = `http://127.0.0.1:${port}`;
    await Promise.race([
      answers(origin),
      gone.then(() => {
        throw new Error(`${path} has ended: ${errors}`);
      }),
    ]);
    await use(origin);
  } finally {
    child.kill('SIGTERM');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  }
}
