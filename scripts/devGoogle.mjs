import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithParent } from './endWithParent.mjs';
import { ensureBuilt } from './ensureBuilt.mjs';
import { ensureInstalled } from './ensureInstalled.mjs';

/**
 * `npm run dev:google`: runs the built product with a local test double of Google, so that the whole create flow can be tried in a browser
 * without Google. The data is in `.cache/google`.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
ensureInstalled({ tests: true });
await ensureBuilt();
endWithParent();

const ORIGINS = /double is at (\S+)/;
const children = new Set();

function start(args, options) {
  const child = spawn(process.execPath, args, { cwd: root, ...options });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);

function startProduct(origins) {
  const env = {
    DATA_DIR: join(root, '.cache/google'),
    NODE_ENV: 'production',
    ...process.env,
    GOOGLE_DOUBLE: origins,
    GOOGLE_CLIENT_ID: 'double-client',
    GOOGLE_CLIENT_SECRET: 'double-secret',
  };
  start(['dist/server/main.js'], { stdio: ['ignore', 'inherit', 'inherit'], env }).once('exit', stop);
}

const google = start(['--import', 'tsx', 'test/fixtures/google/serve.ts'], { stdio: ['inherit', 'pipe', 'inherit'] });
google.once('exit', stop);
let output = '';
google.stdout.on('data', (bytes) => {
  process.stdout.write(bytes);
  if (ORIGINS.test(output)) return;
  output += bytes;
  const origins = ORIGINS.exec(output)?.[1];
  if (origins !== undefined) startProduct(origins);
});
