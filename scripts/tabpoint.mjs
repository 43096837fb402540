import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { endWithParent } from './endWithParent.mjs';
import { ensureBuilt } from './ensureBuilt.mjs';
import { ensureInstalled } from './ensureInstalled.mjs';

/**
 * `npm start`, `npm run backup` and the other commands of `tabpoint` in a clone: installs what is missing, builds what is stale, and
 * becomes the command. Names of files count from where npm was called, settings from the clone.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [command] = process.argv.slice(2);
process.chdir(root);
ensureInstalled();
await ensureBuilt();
if (command === 'start') endWithParent();
if (['backup', 'restore', 'move'].includes(command)) process.chdir(process.env.INIT_CWD ?? root);
process.env.NODE_ENV ??= 'production';
createRequire(import.meta.url)(join(root, 'dist/server/main.js'));
