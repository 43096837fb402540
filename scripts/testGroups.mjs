import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Maximum number of groups of a project (two per worker), and minimum number of files in each: loading a group takes two seconds. */
const MAX_GROUPS = 4;
const MIN_FILES = 8;

/** Returns the paths of all test files in a folder, relative to the root, sorted: files of one folder are adjacent. */
export const testFilesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => join(folder, path))
    .sort();

/** Returns the Jest environment that a file sets in its first comment; '' for that of its project. */
const environmentOf = (file) =>
  /^\/\*\*[^/]*@jest-environment (\S+)/.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? '';

/** Returns whether a file mocks modules (`jest.mock`), which only works if they have not been loaded before. */
const replacesModules = (file) => /^jest\.mock\(/m.test(readFileSync(join(root, file), 'utf8'));

/** Distributes files over groups, so that slow files of one folder are not all in one group. Files that mock modules are alone. */
function groupsOf(files) {
  const together = files.filter((file) => !replacesModules(file));
  const count = Math.min(MAX_GROUPS, Math.ceil(together.length / MIN_FILES));
  const groups = Array.from({ length: count }, (_, group) => together.filter((_file, at) => at % count === group));
  return [...files.filter(replacesModules).map((file) => [file]), ...groups];
}

const textOf = (environment, files, folder) => {
  const docblock = environment === '' ? '' : `/** @jest-environment ${environment} */\n`;
  const part = (file) =>
    `describe(${JSON.stringify(file)}, () => void require(${JSON.stringify(relative(folder, join(root, file)))}));\n`;
  return docblock + files.map(part).join('');
};

function writeProject(folder, files) {
  mkdirSync(folder, { recursive: true });
  let count = 0;
  for (const environment of new Set(files.map(environmentOf))) {
    const matching = files.filter((file) => environmentOf(file) === environment);
    for (const group of groupsOf(matching)) {
      count += 1;
      writeFileSync(join(folder, `${count}.test.ts`), textOf(environment, group, folder));
    }
  }
}

/**
 * Writes files that each load several test files, for one run of Jest. Jest reloads every module for each file, which takes longer than most
 * tests; in a group, modules are loaded once. The hooks of a test file apply to its own tests only.
 *
 * @param name name of the run
 * @param projects projects of `jest.config.js`, each with the paths of its files, relative to the root
 * @returns the folder for Jest to run (`TEST_GROUPS` in `jest.config.js`)
 */
export function writeTestGroups(name, projects) {
  const folder = join(root, '.cache/test-groups', name);
  rmSync(folder, { recursive: true, force: true });
  for (const [project, files] of Object.entries(projects)) writeProject(join(folder, project), files);
  return folder;
}
