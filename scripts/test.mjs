import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './ensureInstalled.mjs';

/**
 * `npm test`: installs what is missing and runs every suite, also after one has failed, so that one run tells
 * everything. The last line counts what really ran.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
ensureInstalled();

const reports = join(root, 'test-results/reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const bin = (path) => join(root, 'node_modules', path);
const run = (args, env = {}) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('exit', (code) => resolve(code ?? 1));
  });

/** One check that passes or fails as a whole. */
const check = async (args) => ((await run(args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

/** A suite that died without a report, had nothing to run or failed outside any test, counts as one failure. */
const orDied = (code, counts) => {
  if (counts === undefined || counts.passed + counts.failed === 0) return { passed: 0, failed: 1 };
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
};

/** Each takes up to a gigabyte of memory. */
const WORKERS = Math.max(2, Math.min(4, availableParallelism()));

async function jest(name, projects, env = {}, more = []) {
  const file = join(reports, `${name}.json`);
  const args = [bin('jest/bin/jest.js'), '--selectProjects', ...projects, '--json', `--outputFile=${file}`, ...more];
  const code = await run([...args, `--maxWorkers=${WORKERS}`, '--forceExit=false'], { NODE_ENV: 'test', ...env });
  const report = readReport(file);
  if (report === undefined) return orDied(code, undefined);
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites } = report;
  return orDied(code, {
    passed: numPassedTests,
    failed: numFailedTests + numRuntimeErrorTestSuites,
    skipped: numPendingTests + numTodoTests,
  });
}

let building;
/** Builds the product once, unless it is built already. @returns whether it is there */
const isBuilt = async () => (await (building ??= run(['scripts/build.mjs']))) === 0;

async function browser() {
  if (!(await isBuilt())) return { passed: 0, failed: 1 };
  const file = join(reports, 'browser.json');
  const args = [bin('@playwright/test/cli.js'), 'test', '--reporter=list,json'];
  const code = await run(args, { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  const stats = readReport(file)?.stats;
  if (stats === undefined) return orDied(code, undefined);
  return orDied(code, { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped });
}

/** Whatever opens a database depends on this; all else is the same on both, and runs with the first. */
const DATABASES = 'test/fixtures/databases.ts';

/**
 * Faults of the disk that SQLite writes to; and what asks the database for nothing that other suites do not ask it for: guides,
 * descriptions that are compiled, files, the door beside Fastify, and what is found in uploads and by fuzzers.
 */
const ONLY_SQLITE = [
  ...['faults/', 'learn/', 'machines/generatedProjects', 'machines/types', 'drive/grid/export'],
  ...['endpoints/door/sameAnswers', 'drive/virusScan', 'plantedBugs'],
].map((path) => `/test/server/${path}`);

/** Several servers are beside a PostgreSQL only. */
const ONLY_POSTGRES = '/test/server/nodes/';

async function typesAndLint() {
  const file = join(reports, 'typesAndLint.json');
  const code = await run(['--max-old-space-size=4096', 'scripts/typesAndLint.mjs', file]);
  return orDied(code, readReport(file));
}

const suites = {
  'types and lint': typesAndLint,
  format: () => check([bin('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.']),
  app: () => jest('app', ['app', 'contract']),
  'server on SQLite': () =>
    jest('sqlite', ['server', 'journeys'], { TEST_DATABASE: 'sqlite' }, ['--testPathIgnorePatterns', ONLY_POSTGRES]),
  'server on PostgreSQL': () =>
    jest('postgres', ['server'], { TEST_DATABASE: 'postgres' }, [
      ...['--testPathIgnorePatterns', ...ONLY_SQLITE, '--findRelatedTests', DATABASES],
    ]),
  'size of the app': async () => ((await isBuilt()) ? check(['scripts/bundleSize.mjs']) : { passed: 0, failed: 1 }),
  browser,
};

const sum = (counts) =>
  counts.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + (one.skipped ?? 0),
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );

const line = ({ passed, failed, skipped = 0 }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

const wanted = process.argv.slice(2);
const isWanted = (name) => wanted.length === 0 || wanted.some((word) => name.includes(word));
const results = {};

async function runSuite(name) {
  console.log(`\n── ${name}`);
  const started = Date.now();
  results[name] = await suites[name]();
  console.log(`── ${name}: ${line(results[name])} in ${Math.round((Date.now() - started) / 1000)} s`);
}

async function inTurn(list) {
  for (const name of list) await runSuite(name);
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

const total = sum(Object.values(results));
console.log('');
for (const name of names) console.log(`${name}: ${line(results[name])}`);
process.exitCode = total.failed > 0 || total.passed === 0 || total.skipped > 0 ? 1 : 0;
console.log(line(total));
