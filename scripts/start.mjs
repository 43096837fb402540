import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { endWithParent } from './endWithParent.mjs';
import { ensureBuilt } from './ensureBuilt.mjs';
import { ensureInstalled } from './ensureInstalled.mjs';

/** `npm start`: installs what is missing, builds what is stale, and becomes the server. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
ensureInstalled();
await ensureBuilt();
endWithParent();
process.env.NODE_ENV ??= 'production';
createRequire(import.meta.url)(join(root, 'dist/server/main.js'));
