import { join } from 'node:path';
import { runFromKept } from './keptCode';

/**
 * Entry of the built server: runs `server.js` (`main.ts`) from what the build has kept of compiling it
 * (`scripts/keepCode.mjs`). Reading four megabytes of JavaScript anew is a third of a start.
 */
runFromKept(join(__dirname, 'server.js'), { exports, require, module });
