import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const marker = join(root, 'node_modules/.tabpoint-installed');
const MIN_NODE = [20, 19];

const fail = (sentence) => {
  console.error(`\n${sentence}\n`);
  process.exit(1);
};

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [needMajor, needMinor] = MIN_NODE;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return;
  fail(`Tabpoint needs Node ${MIN_NODE.join('.')} or newer; this is Node ${process.versions.node}.`);
}

/** Refuses a path with characters that webpack takes for syntax. */
function checkFolder() {
  const [reserved] = /[#!?]/.exec(root) ?? [];
  if (reserved === undefined) return;
  fail(`The app cannot be built in ${root}: the path contains ${reserved}. Rename or move the folder.`);
}

/** Returns a hash of everything that the installed packages depend on: the lock file, and the ABI of Node for native packages. */
const fingerprint = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.versions.modules} ${process.platform} ${process.arch}`)
    .digest('hex');

/** Suffix of the marker's fingerprint if `devDependencies` are installed too. */
const WITH_TESTS = ' tests';

const isInstalled = (print, tests) => {
  const installed = existsSync(marker) ? readFileSync(marker, 'utf8') : '';
  return installed === print + WITH_TESTS || (installed === print && !tests);
};

/**
 * Returns the npm setting for the headers shipped with Node, if there are any. The database package needs headers if it has no prebuilt
 * binary for this system; npm would download them otherwise.
 */
const headersOfNode = () => {
  const prefix = dirname(dirname(process.execPath));
  return existsSync(join(prefix, 'include/node/node.h')) ? { npm_config_nodedir: prefix } : {};
};

/**
 * Returns whether install scripts of packages have to run. Node 22 and newer use a prebuilt database package
 * (`src/server/database/sqliteLibrary.ts`), and building and serving need no other install script.
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
  // Native packages are compiled on all cores.
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

/** Returns whether `devDependencies` are installed, possibly by `npm ci`. They must not be removed then. */
const hasTests = () => existsSync(join(root, 'node_modules/jest'));

/**
 * Installs the packages of the lock file for this version of Node, unless they are installed.
 *
 * @param tests whether `devDependencies` are needed too
 */
export function ensureInstalled({ tests = false } = {}) {
  checkNode();
  checkFolder();
  const print = fingerprint();
  if (isInstalled(print, tests)) return;
  const all = tests || hasTests();
  install(all);
  mkdirSync(dirname(marker), { recursive: true });
  writeFileSync(marker, all ? print + WITH_TESTS : print);
}
