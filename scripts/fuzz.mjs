import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import buildWorker from '../test/fixtures/buildWorker.mjs';

/** `npm run fuzz -- 60`: see test/fuzz/README.md. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
await buildWorker();
const args = [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'test/fuzz/run.ts'), ...process.argv.slice(2)];
const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'test' } });
child.once('exit', (code) => (process.exitCode = code ?? 1));
