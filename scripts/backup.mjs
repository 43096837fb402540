import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './ensureBuilt.mjs';
import { ensureInstalled } from './ensureInstalled.mjs';

/** `npm run backup`, `npm run restore` and `npm run move`: names of files and folders count from where npm was called. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
ensureInstalled();
await ensureBuilt();
process.chdir(process.env.INIT_CWD ?? root);
createRequire(import.meta.url)(join(root, 'dist/server/backup.js'));
