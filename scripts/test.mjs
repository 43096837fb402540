import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './ensureInstalled.mjs';
import { databaseTests, serverTests } from './testFiles.mjs';
import { testFilesIn } from './testGroups.mjs';
import { bin, check, clearReports, concludeSuites, DIED, jest, playwright, run, runSuite } from './testRuns.mjs';

/**
 * `npm test`: installs what is missing and runs every suite, also after one has failed, so that one run tells
 * everything. The last line counts what really ran.
 */
process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
ensureInstalled({ tests: true });
clearReports();

let building;
/** Builds the product once, unless it is built already. @returns whether it is there */
const isBuilt = async () => (await (building ??= run(['scripts/build.mjs']))) === 0;

/** In the order in which they begin: what has one process alone is in the middle, as workers fill both cores to the end. */
const suites = {
  browser: async () => ((await isBuilt()) ? playwright('browser', 'product') : DIED),
  'server on SQLite': async () =>
    jest('sqlite', { server: serverTests(), journeys: testFilesIn('test/journeys') }, { TEST_DATABASE: 'sqlite' }),
  format: () => check([bin('oxfmt/bin/oxfmt'), '-c', '.prettierrc.json', '--check']),
  'types and lint': () => check([bin('oxlint/bin/oxlint'), '-c', 'oxlint.config.mjs']),
  recording: async () =>
    (await isBuilt()) ? check([bin('tsx/dist/cli.mjs'), 'test/recording/run.ts', 'smoke']) : DIED,
  'size of the app': async () => ((await isBuilt()) ? check(['scripts/bundleSize.mjs']) : DIED),
  app: async () => jest('app', { app: testFilesIn('test/app'), contract: testFilesIn('test/contract') }),
  'server on PostgreSQL': async () => jest('postgres', { server: databaseTests() }, { TEST_DATABASE: 'postgres' }),
};

const wanted = process.argv.slice(2);
const isWanted = (name) => wanted.length === 0 || wanted.some((word) => name.includes(word));
const names = Object.keys(suites).filter(isWanted);
const waiting = [...names];
const results = {};

/** Runs what waits, one suite after the other. */
async function runOn() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    await runSuite(name, suites[name], results);
  }
}

// Two at a time, as each waits now and then.
await Promise.all([runOn(), runOn()]);
concludeSuites(names, results);
