import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './ensureBuilt.mjs';
import { ensureInstalled } from './ensureInstalled.mjs';

/** `npm run admin -- COMMAND EMAIL`: what only the person who runs the server may do. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
ensureInstalled();
await ensureBuilt();
createRequire(import.meta.url)(join(root, 'dist/server/admin.js'));
