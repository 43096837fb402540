import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './ensureInstalled.mjs';
import { databaseTests, serverTests } from './testFiles.mjs';
import { testFilesIn } from './testGroups.mjs';
import {
  bin,
  check,
  clearReports,
  concludeSuites,
  DIED,
  jest,
  orDied,
  playwright,
  readReport,
  reportFile,
  run,
  runSuite,
} from './testRuns.mjs';

/**
 * `npm test`: installs what is missing and runs every suite, also after one has failed, so that one run tells
 * everything. The last line counts what really ran.
 */
process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
ensureInstalled();
clearReports();

let building;
/** Builds the product once, unless it is built already. @returns whether it is there */
const isBuilt = async () => (await (building ??= run(['scripts/build.mjs']))) === 0;

async function typesAndLint() {
  const name = 'typesAndLint';
  const code = await run(['--max-old-space-size=4096', 'scripts/typesAndLint.mjs', reportFile(name)]);
  return orDied(code, readReport(name));
}

const suites = {
  'types and lint': typesAndLint,
  format: () => check([bin('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.']),
  app: async () => jest('app', { app: testFilesIn('test/app'), contract: testFilesIn('test/contract') }),
  'server on SQLite': async () =>
    jest('sqlite', { server: serverTests(), journeys: testFilesIn('test/journeys') }, { TEST_DATABASE: 'sqlite' }),
  'server on PostgreSQL': async () => jest('postgres', { server: databaseTests() }, { TEST_DATABASE: 'postgres' }),
  recording: async () =>
    (await isBuilt()) ? check([bin('tsx/dist/cli.mjs'), 'test/recording/run.ts', 'smoke']) : DIED,
  'size of the app': async () => ((await isBuilt()) ? check(['scripts/bundleSize.mjs']) : DIED),
  browser: async () => ((await isBuilt()) ? playwright('browser', 'product') : DIED),
};

const wanted = process.argv.slice(2);
const isWanted = (name) => wanted.length === 0 || wanted.some((word) => name.includes(word));
const results = {};

async function inTurn(list) {
  for (const name of list) await runSuite(name, suites[name], results);
}

/**
 * Jest's suites, and beside them all the rest: what keeps one core busy only, then the browser, which often waits. The two take
 * about as long as each other, so that no core is idle.
 */
const byJest = ['app', 'server on SQLite', 'server on PostgreSQL'];
const names = Object.keys(suites).filter(isWanted);
await Promise.all([
  inTurn(names.filter((name) => byJest.includes(name))),
  inTurn(names.filter((name) => !byJest.includes(name))),
]);
concludeSuites(names, results);
