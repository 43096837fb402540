import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { createRequire } from 'node:module';
import { type Mutant, withMutants } from './mutants';

/**
 * Mutation tests of the machines of the app and of what they speak with the server by. Changes one place after the other of
 * `src/app/{createFlow,session,projects,http}/*.ts`, runs the tests that reach the place, and tells which changes no test
 * notices. `npm run test:mutation -- session` does so for the files whose path contains the word.
 */
const root = join(__dirname, '../..');
const cache = join(root, '.cache/mutation');
const FEATURES = ['createFlow', 'session', 'projects', 'http'];

/** Percent of the mutants that a test has to notice. */
const LEAST = 95;

const [word = ''] = process.argv.slice(2);
const filesOf = (folder: string, pattern: RegExp) =>
  readdirSync(join(root, folder))
    .filter((name) => pattern.test(name))
    .map((name) => `${folder}/${name}`);
const targets = FEATURES.flatMap((feature) => filesOf(`src/app/${feature}`, /\.ts$/)).filter((file) =>
  file.includes(word),
);
const tests = FEATURES.flatMap((feature) => filesOf(`test/app/${feature}`, /\.test\.tsx?$/));
tests.push('test/app/createPorts.test.ts');

const mutants: Mutant[] = [];
const mutated = new Map<string, string>();
for (const file of targets) {
  const made = withMutants(file, readFileSync(join(root, file), 'utf8'), mutants.length);
  mutated.set(join(root, file), made.code);
  mutants.push(...made.mutants);
}

const mutating: Plugin = {
  name: 'mutating',
  setup(bundle) {
    bundle.onResolve({ filter: /\.(css|woff2|png|svg)$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path),
      external: true,
    }));
    /** esbuild itself takes no notice of capital letters: a file could be found by the name of another. */
    bundle.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
      const found = ['.ts', '.tsx', '/index.ts', '.js'].find((end) => existsSync(join(resolveDir, path) + end));
      return found === undefined ? undefined : { path: join(resolveDir, path) + found };
    });
    bundle.onLoad({ filter: /\.tsx?$/ }, ({ path }) => ({
      contents: (mutated.get(path) ?? readFileSync(path, 'utf8')).replaceAll(
        '__dirname',
        JSON.stringify(join(path, '..')),
      ),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }));
  },
};

/** Puts a test file with everything of ours that it uses into one function that `driver.cjs` runs. */
async function bundled(file: string) {
  const environment = /^\/\*\* @jest-environment \w+ \*\//.exec(readFileSync(join(root, file), 'utf8'))?.[0] ?? '';
  const names = 'require, module, exports, jest, describe, it, beforeAll, afterAll, beforeEach, afterEach, mutated';
  const driver = JSON.stringify(join(root, 'scripts/mutation/driver.cjs'));
  await build({
    entryPoints: [join(root, file)],
    outfile: join(cache, `${relative('test/app', file).replaceAll('/', '.')}.cjs`),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    loader: { '.md': 'empty' },
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, jsx: 'react-jsx' } },
    banner: { js: `${environment}\nconst load = (${names}) => {` },
    footer: { js: `};\nrequire(${driver})(load, ${JSON.stringify(file)}, jest, require);` },
    plugins: [mutating],
    logLevel: 'error',
  });
}

interface Results {
  readonly killed: Record<number, string>;
  readonly survived: Record<number, string[]>;
  readonly broken: string[];
}

/** Runs the test files: against the mutants of their own folder, or against all that are left. */
function run(pattern: string, rest: boolean) {
  const { projects } = createRequire(__filename)(join(root, 'jest.config.js')) as { projects: readonly object[] };
  const [app] = projects;
  const config = { ...app, rootDir: root, roots: [cache], testMatch: [join(cache, pattern)] };
  writeFileSync(join(cache, 'jest.json'), JSON.stringify(config));
  const jest = ['node_modules/jest/bin/jest.js', '--config', join(cache, 'jest.json'), '--runInBand'];
  spawnSync(process.execPath, jest, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(rest && { MUTATION_REST: '1' }) },
  });
}

const short = (text: string) => (text.length > 90 ? `${text.slice(0, 90)} …` : text).replace(/\s+/g, ' ');

function report({ killed, survived, broken }: Results) {
  for (const { id, file, line, from, to } of mutants.filter((mutant) => killed[mutant.id] === undefined))
    console.log(
      `${file}:${line} ${short(from)} → ${short(to) || 'nothing'}${survived[id] ? '' : ' (no test comes by)'}`,
    );
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const own = mutants.filter((mutant) => mutant.file === file);
    console.log(`${basename(file)}: ${own.filter(({ id }) => killed[id]).length} of ${own.length}`);
  }
  const count = Object.keys(killed).length;
  const score = (100 * count) / mutants.length;
  console.log(`${count} of ${mutants.length} mutants are noticed: ${score.toFixed(1)} %`);
  for (const each of broken) console.log(`fails without any mutant: ${each}`);
  process.exitCode = score >= LEAST && broken.length === 0 ? 0 : 1;
}

async function main() {
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  for (const file of tests) await bundled(file);
  writeFileSync(join(cache, 'mutants.json'), JSON.stringify(mutants));
  writeFileSync(join(cache, 'results.json'), JSON.stringify({ killed: {}, survived: {}, broken: [] }));
  for (const rest of [false, true]) for (const kind of ['ts', 'tsx']) run(`*.test.${kind}.cjs`, rest);
  report(JSON.parse(readFileSync(join(cache, 'results.json'), 'utf8')) as Results);
}

void main();
