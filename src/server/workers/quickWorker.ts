import { join } from 'node:path';
import { runFromKept } from '../keptCode';

/**
 * Entry of a worker thread of the built server: runs `worker.js` (`worker.ts`) from what the build has kept of compiling it. Each
 * file that somebody waits for is read by a fresh thread, which would else compile all that it needs of it anew.
 */
runFromKept(join(__dirname, 'worker.js'), { exports, require, module });
