import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** A project has so many groups at most, two for each worker, and so many files in each at least: loading a group takes two seconds. */
const GROUPS = 4;
const FILES = 12;

/** @returns paths of all test files in a folder, from the root, sorted: files about one subject are neighbours */
export const testFilesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => join(folder, path))
    .sort();

/** The environment that a file asks Jest for in its first comment; '' for its project's. */
const environmentOf = (file) =>
  /^\/\*\*[^/]*@jest-environment (\S+)/.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? '';

/** Whether a file has modules replaced (`jest.mock`), which only holds where nothing has loaded them before. */
const replacesModules = (file) => /^jest\.mock\(/m.test(readFileSync(join(root, file), 'utf8'));

/** Files dealt out, so that those of a folder that take long are not all in one group; one that replaces modules is alone. */
function groupsOf(files) {
  const together = files.filter((file) => !replacesModules(file));
  const count = Math.min(GROUPS, Math.ceil(together.length / FILES));
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
    const those = files.filter((file) => environmentOf(file) === environment);
    for (const group of groupsOf(those)) {
      count += 1;
      writeFileSync(join(folder, `${count}.test.ts`), textOf(environment, group, folder));
    }
  }
}

/**
 * Writes files that each load several test files, for one run of Jest. Jest loads every module anew for each file that it runs,
 * which takes longer than most tests do: in a group, modules are loaded once. The hooks of a test file hold for its tests alone.
 *
 * @param name of the run
 * @param projects of `jest.config.js`, each with the paths of its files from the root
 * @returns the folder that Jest has to run (`TEST_GROUPS` in `jest.config.js`)
 */
export function writeTestGroups(name, projects) {
  const folder = join(root, '.cache/test-groups', name);
  rmSync(folder, { recursive: true, force: true });
  for (const [project, files] of Object.entries(projects)) writeProject(join(folder, project), files);
  return folder;
}
