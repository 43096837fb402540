import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Guard } from './guard';

/** Outcome of the tests of one guard. */
export interface Outcome {
  readonly failed: number;
  readonly passed: number;
  /** Whether the tests could not run at all. */
  readonly broken: boolean;
}

const BROKEN: Outcome = { failed: 0, passed: 0, broken: true };

interface JestReport {
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly numPassedTests: number;
}

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number };
}

const node = (copy: string, args: readonly string[], environment: Record<string, string> = {}) =>
  spawnSync(process.execPath, args, { cwd: copy, stdio: 'ignore', env: { ...process.env, ...environment } }).status;

function reportOf<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

function runJest(copy: string, { suite = 'server', test, named }: Guard, report: string): Outcome {
  const which = ['--selectProjects', suite, '--testPathPatterns', `test/${suite}/${test}`, '--testNamePattern', named];
  const args = [...which, '--json', `--outputFile=${report}`, '--coverage=false'];
  node(copy, ['node_modules/jest/bin/jest.js', ...args], { NODE_ENV: 'test' });
  const read = reportOf<JestReport>(report);
  if (read === undefined || read.numRuntimeErrorTestSuites > 0) return BROKEN;
  return { failed: read.numFailedTests, passed: read.numPassedTests, broken: false };
}

/** Builds changed files: the packages are those of the product, which must not be installed again from here. */
const BUILD = "import('./scripts/ensureBuilt.mjs').then(({ ensureBuilt }) => ensureBuilt())";

function runBrowser(copy: string, { test, named }: Guard, report: string): Outcome {
  if (node(copy, ['--input-type=module', '--eval', BUILD]) !== 0) return BROKEN;
  const args = ['test', `test/e2e/${test}`, '--grep', named, '--reporter=json', '--workers=1', '--timeout=120000'];
  node(copy, ['node_modules/@playwright/test/cli.js', ...args], { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  const stats = reportOf<PlaywrightReport>(report)?.stats;
  return stats === undefined ? BROKEN : { failed: stats.unexpected, passed: stats.expected, broken: false };
}

/** Runs the tests of a guard in a copy of the product. */
export function runTests(copy: string, guard: Guard): Outcome {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  return guard.suite === 'browser' ? runBrowser(copy, guard, report) : runJest(copy, guard, report);
}
