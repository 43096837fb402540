import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const marker = join(root, 'node_modules/.tabpoint-installed');
const OLDEST_NODE = [20, 19];

const fail = (sentence) => {
  console.error(`\n${sentence}\n`);
  process.exit(1);
};

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [needMajor, needMinor] = OLDEST_NODE;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return;
  fail(`Tabpoint needs Node ${OLDEST_NODE.join('.')} or newer; this is Node ${process.versions.node}.`);
}

/** What the installed packages depend on: the lock file, and the Node whose ABI native packages are built for. */
const wanted = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.versions.modules} ${process.platform} ${process.arch}`)
    .digest('hex');

/** The marker names what was wanted, and behind it that the packages of tests are there as well. */
const WITH_TESTS = ' tests';

const isInstalled = (want, tests) => {
  const have = existsSync(marker) ? readFileSync(marker, 'utf8') : '';
  return have === want + WITH_TESTS || (have === want && !tests);
};

/**
 * The database package is compiled where its ready-made build cannot be had. That needs Node's headers; where Node
 * brought its own along, they are used instead of a download.
 */
const headersOfNode = () => {
  const prefix = dirname(dirname(process.execPath));
  return existsSync(join(prefix, 'include/node/node.h')) ? { npm_config_nodedir: prefix } : {};
};

/**
 * Node 22 and newer use a database package that is compiled already (`src/server/database/sqliteLibrary.ts`), and serving and building
 * need no other package's script: what Node 20 has to compile is left alone.
 */
const scriptsAreNeeded = (tests) => tests || Number(process.versions.node.split('.')[0]) < 22;

const missingCompilerParts = () =>
  ['python3', 'make', 'g++'].filter((tool) => spawnSync(tool, ['--version'], { stdio: 'ignore' }).error);

function install(tests) {
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const args = [...first, 'ci', `--${tests ? 'include' : 'omit'}=dev`, '--no-audit', '--no-fund', '--loglevel=error'];
  if (!scriptsAreNeeded(tests)) args.push('--ignore-scripts');
  console.log('Installing what is missing. The first time this takes one to three minutes.');
  // What has to be compiled is compiled on all cores.
  const env = { JOBS: 'max', ...process.env, ...headersOfNode() };
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env });
  if (status === 0) return;
  if (error) fail(`npm could not be started: ${error.message}`);
  const missing = missingCompilerParts();
  if (missing.length === 0) fail('The packages could not be installed. The reason stands above.');
  fail(
    `The packages could not be installed. Building the database needs ${missing.join(', ')}: install that and try again.`,
  );
}

/** Whether packages of tests are there, also where somebody has installed them by `npm ci` alone: they are not to be taken away. */
const hasTests = () => existsSync(join(root, 'node_modules/jest'));

/**
 * Makes sure that the packages of the lock file are there, built for this Node. Quick when they are.
 *
 * @param tests whether those are needed too that only tests, lint and development need
 */
export function ensureInstalled({ tests = false } = {}) {
  checkNode();
  const want = wanted();
  if (isInstalled(want, tests)) return;
  const all = tests || hasTests();
  install(all);
  mkdirSync(dirname(marker), { recursive: true });
  writeFileSync(marker, all ? want + WITH_TESTS : want);
}
