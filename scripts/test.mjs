import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './ensureInstalled.mjs';
import { databaseTests, serverTests } from './testFiles.mjs';
import { testFilesIn } from './testGroups.mjs';
import { bin, check, clearReports, concludeSuites, DIED, jest, playwright, run, runSuite } from './testRuns.mjs';

/**
 * `npm test`: installs missing packages and runs every suite, even after a failure, so that one run reports all failures. The last line has
 * the total counts.
 */
process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
ensureInstalled({ tests: true });
clearReports();

let building;
/** Builds the product once. @returns whether the build succeeded */
const isBuilt = async () => (await (building ??= run(['scripts/build.mjs']))) === 0;

/** Suites in the order in which they start. Those with a single process are in the middle, so that workers use both cores at the end. */
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

/** Runs waiting suites until none is left. */
async function runSuites() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    await runSuite(name, suites[name], results);
  }
}

// Two suites in parallel, as each is idle at times.
await Promise.all([runSuites(), runSuites()]);
concludeSuites(names, results);
