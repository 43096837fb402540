import { ensureBuilt } from './ensureBuilt.mjs';
import { ensureInstalled } from './ensureInstalled.mjs';

/** `npm run build`: builds the app and the server if their sources have changed, as `npm start` does, without starting the product. */
ensureInstalled();
await ensureBuilt();
