import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './ensureBuilt.mjs';
import { ensureInstalled } from './ensureInstalled.mjs';

/** `node scripts/runBuilt.mjs FILE.ts ARGUMENTS`: installs and builds what is missing, then runs a file that uses the built product. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
ensureInstalled({ tests: true });
await ensureBuilt();
const args = [join(root, 'node_modules/tsx/dist/cli.mjs'), ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
