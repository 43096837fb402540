import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { NEEDS_FILE } from './firstNeeds';

/** What stands beside the files that browsers ask for: the same compressed, what debuggers read, and the server's own. */
const isServed = (name: string) => !/\.(br|gz|map)$/.test(name) && !name.startsWith('.') && name !== NEEDS_FILE;

/** @returns paths of the files below a folder, links followed, with `/` between their parts */
function* filesBelow(folder: string, path = ''): Generator<string, void, undefined> {
  for (const name of readdirSync(folder)) {
    if (!isServed(name)) continue;
    if (statSync(join(folder, name)).isDirectory()) yield* filesBelow(join(folder, name), `${path}${name}/`);
    else yield path + name;
  }
}

/**
 * The files of the built app, as addresses name them without their first `/`. One look at the folder suffices for as long as the
 * server runs: another build has another server. A route for each would take a tenth of a start.
 *
 * @param appDir folder of the built app
 */
export const appFilesOf = (appDir: string): ReadonlySet<string> => new Set(filesBelow(appDir));
