import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './ensureBuilt.mjs';
import { ensureInstalled } from './ensureInstalled.mjs';

/** `npm run overload -- 60`: ten times what the product can do, for so many seconds (`test/bench/overload`). */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
ensureInstalled();
await ensureBuilt();
const args = [join(root, 'node_modules/tsx/dist/cli.mjs'), 'test/bench/overload/overload.ts', ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
