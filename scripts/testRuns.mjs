import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeTestGroups } from './testGroups.mjs';

/** Runs suites and counts their tests, for `npm test` and `npm run test:long`. Counts are `{ passed, failed, skipped }`. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const reports = join(root, 'test-results/reports');

/** Removes the reports of previous runs. */
export function clearReports() {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
}

/** Counts of a suite that has crashed. */
export const DIED = { passed: 0, failed: 1 };

/** Returns the path of the report of a run. */
const reportFile = (name) => join(reports, `${name}.json`);

/** Returns the path of a program in `node_modules`. */
export const bin = (path) => join(root, 'node_modules', path);

/** Runs a Node program. @returns its exit code */
export const run = (args, env = {}) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('exit', (code) => resolve(code ?? 1));
  });

/** Runs a program as one check that passes or fails as a whole. */
export const check = async (args) => ((await run(args)) === 0 ? { passed: 1, failed: 0 } : DIED);

/** Parses a report. @returns undefined if it does not exist */
const readReport = (name) => {
  try {
    return JSON.parse(readFileSync(reportFile(name), 'utf8'));
  } catch {
    return undefined;
  }
};

/** Corrects the counts of a suite: one that crashed without a report, ran no tests or failed outside any test counts as one failure. */
const orDied = (code, counts) => {
  if (counts === undefined || counts.passed + counts.failed === 0) return DIED;
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
};

/** Size of V8's young generation in MiB: with short-lived views, fewer garbage collections save 4 % of processor time. */
const YOUNG_GENERATION = '--max-semi-space-size=64';

/** Number of workers. Each uses up to a gigabyte of memory. */
const WORKERS = Math.max(2, Math.min(4, availableParallelism()));

/**
 * Runs test files of Jest, in groups (`testGroups.mjs`).
 *
 * @param name name of the run and its report
 * @param projects projects of `jest.config.js`, each with the paths of its files
 */
export async function jest(name, projects, env = {}) {
  const folder = writeTestGroups(name, projects);
  const args = ['--selectProjects', ...Object.keys(projects), '--json', `--outputFile=${reportFile(name)}`];
  const code = await run(
    [YOUNG_GENERATION, bin('jest/bin/jest.js'), ...args, `--maxWorkers=${WORKERS}`, '--forceExit=false'],
    {
      ...{ NODE_ENV: 'test', TEST_GROUPS: folder },
      ...env,
    },
  );
  const report = readReport(name);
  if (report === undefined) return orDied(code, undefined);
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites } = report;
  return orDied(code, {
    passed: numPassedTests,
    failed: numFailedTests + numRuntimeErrorTestSuites,
    skipped: numPendingTests + numTodoTests,
  });
}

/** Runs a project of `playwright.config.mts`. */
export async function playwright(name, project) {
  const args = [bin('@playwright/test/cli.js'), 'test', `--project=${project}`, '--reporter=list,json'];
  const code = await run(args, { PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile(name) });
  const stats = readReport(name)?.stats;
  if (stats === undefined) return orDied(code, undefined);
  return orDied(code, { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped });
}

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

/** Runs a suite and stores its counts in `results` by its name. A suite that throws has failed. */
export async function runSuite(name, suite, results) {
  console.log(`\n── ${name}`);
  const started = Date.now();
  results[name] = await suite().catch((error) => {
    console.error(error);
    return DIED;
  });
  console.log(`── ${name}: ${line(results[name])} in ${Math.round((Date.now() - started) / 1000)} s`);
}

/** Prints the counts of each suite, and the total in the last line. Sets a failing exit code if a test failed or was skipped. */
export function concludeSuites(names, results) {
  const total = sum(Object.values(results));
  console.log('');
  for (const name of names) console.log(`${name}: ${line(results[name])}`);
  process.exitCode = total.failed > 0 || total.passed === 0 || total.skipped > 0 ? 1 : 0;
  console.log(line(total));
}
