import { ensureBuilt } from './ensureBuilt.mjs';
import { ensureInstalled } from './ensureInstalled.mjs';

/** `npm run build`: builds what is stale, as `npm start` does, without starting the product. */
ensureInstalled();
await ensureBuilt();
