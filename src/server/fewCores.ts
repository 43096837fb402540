import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/** Up to so many cores there is none that nobody waits for. */
const FEW = 2;

/*
 * V8 has all of its threads help with each collection of young garbage, that of threads which stand back
 * (`workers/standBack.ts`) too; these helpers do not stand back. With few cores they take the time of whoever is being answered,
 * and more of it than a collection alone would. Looked at anew by V8 at each collection, so that it may be said at any time.
 */
if (availableParallelism() <= FEW) setFlagsFromString('--no-parallel-scavenge');
