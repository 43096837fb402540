import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { endWithParent } from './endWithParent.mjs';
import { ensureBuilt } from './ensureBuilt.mjs';
import { ensureInstalled } from './ensureInstalled.mjs';

/**
 * `npm start`, `npm run backup` and the other commands of `tabpoint` in a clone: installs missing packages, rebuilds if sources have
 * changed, then runs the command. File arguments are relative to the folder in which npm was called, settings to the clone.
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
