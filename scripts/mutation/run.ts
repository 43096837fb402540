import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { createRequire } from 'node:module';
import { type Mutant, withMutants } from './mutants';

/**
 * Mutation tests of the app's state machines and its HTTP client. Mutates one position after another of
 * `src/app/{createFlow,session,projects,http}/*.ts`, runs the tests that reach it, and prints the mutants that no test detects.
 * `npm run test:mutation -- session` is limited to the files whose path contains the word.
 */
const root = join(__dirname, '../..');
const cache = join(root, '.cache/mutation');
const FEATURES = ['createFlow', 'session', 'projects', 'http'];

/** Minimum percentage of mutants that have to be detected. */
const MIN_SCORE = 95;

const [word = ''] = process.argv.slice(2);
const filesOf = (folder: string, pattern: RegExp) =>
  readdirSync(join(root, folder))
    .filter((name) => pattern.test(name))
    .map((name) => `${folder}/${name}`);
const targets = FEATURES.flatMap((feature) => filesOf(`src/app/${feature}`, /\.ts$/)).filter((file) =>
  file.includes(word),
);
const tests = FEATURES.flatMap((feature) => filesOf(`test/app/${feature}`, /\.test\.tsx?$/));
tests.push('test/app/createPorts.test.ts', 'test/app/tryIt/tryItApi.test.ts');

const mutants: Mutant[] = [];
const mutated = new Map<string, string>();
for (const file of targets) {
  const result = withMutants(file, readFileSync(join(root, file), 'utf8'), mutants.length);
  mutated.set(join(root, file), result.code);
  mutants.push(...result.mutants);
}

const mutating: Plugin = {
  name: 'mutating',
  setup(bundle) {
    bundle.onResolve({ filter: /\.(css|woff2|png|svg)$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path),
      external: true,
    }));
    /** esbuild ignores the case of file names, and could resolve to another file. */
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

const bundleOf = (file: string) => join(cache, `${file.replaceAll('/', '.')}.cjs`);

/** Bundles a test file and the modules of the repository that it uses into one function, which `driver.cjs` runs. */
async function bundleTest(file: string) {
  const environment = /^\/\*\* @jest-environment \w+ \*\//.exec(readFileSync(join(root, file), 'utf8'))?.[0] ?? '';
  const names = 'require, module, exports, jest, describe, it, beforeAll, afterAll, beforeEach, afterEach, mutated';
  const driver = JSON.stringify(join(root, 'scripts/mutation/driver.cjs'));
  await build({
    entryPoints: [join(root, file)],
    outfile: bundleOf(file),
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

/** Plan of one test file: mutants, each with the numbers of the tests that reach it. */
interface Plan {
  readonly file: string;
  readonly plan: readonly { readonly id: number; readonly numbers: readonly number[] }[];
}

interface JestResults {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

const write = (name: string, value: unknown) => writeFileSync(join(cache, name), JSON.stringify(value));
const read = <T>(name: string) => JSON.parse(readFileSync(join(cache, name), 'utf8')) as T;

/** Runs test files in Jest. Without plans, each records the mutants that it reaches. */
function run(files: readonly string[], plans: readonly Plan[] | null): JestResults['testResults'] {
  const { projects } = createRequire(__filename)(join(root, 'jest.config.js')) as { projects: readonly object[] };
  write('jest.json', { ...projects[0], rootDir: root, roots: [cache], testMatch: files.map(bundleOf) });
  write('plan.json', plans && Object.fromEntries(plans.map(({ file, plan }) => [file, plan])));
  const jest = ['node_modules/jest/bin/jest.js', '--config', join(cache, 'jest.json'), '--silent', '--maxWorkers=2'];
  spawnSync(process.execPath, [...jest, '--json', '--outputFile', join(cache, 'results.json')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  return read<JestResults>('results.json').testResults;
}

const featureOf = (file: string) => file.split('/')[2];

/** Returns the round in which a test file runs a mutant: mutants of its own feature first, quick tests before views. */
const roundOf = (file: string, { id }: { readonly id: number }) =>
  Number(featureOf(mutants[id]?.file ?? '') !== featureOf(file)) * 2 + Number(file.endsWith('x'));

/** Runs the mutants in rounds, each until a test fails. @returns the ids of the detected mutants */
function detectMutants(reached: readonly Plan[], broken: string[]): ReadonlySet<number> {
  const noticed = new Set<number>();
  for (const round of [0, 1, 2, 3]) {
    const plans = reached
      .map(({ file, plan }) => ({
        file,
        plan: plan.filter((each) => !noticed.has(each.id) && roundOf(file, each) === round),
      }))
      .filter(({ plan }) => plan.length > 0);
    const files = plans.map(({ file }) => file);
    for (const { name, message, assertionResults } of files.length === 0 ? [] : run(files, plans)) {
      if (assertionResults.length === 0) broken.push(`${basename(name)}: ${message}`);
      for (const { title, status } of assertionResults) if (status === 'failed') noticed.add(Number(title));
    }
    console.log(`${noticed.size} of ${mutants.length} so far`);
  }
  return noticed;
}

const short = (text: string) => (text.length > 90 ? `${text.slice(0, 90)} …` : text).replace(/\s+/g, ' ');

function report(noticed: ReadonlySet<number>, reached: readonly Plan[], broken: readonly string[]) {
  const passed = new Set(reached.flatMap(({ plan }) => plan.map(({ id }) => id)));
  for (const { id, file, line, from, to } of mutants.filter((mutant) => !noticed.has(mutant.id)))
    console.log(
      `${file}:${line} ${short(from)} → ${short(to) || 'nothing'}${passed.has(id) ? '' : ' (no test comes by)'}`,
    );
  for (const file of targets) {
    const own = mutants.filter((mutant) => mutant.file === file);
    console.log(`${basename(file)}: ${own.filter(({ id }) => noticed.has(id)).length} of ${own.length}`);
  }
  const score = (100 * noticed.size) / mutants.length;
  console.log(`${noticed.size} of ${mutants.length} mutants are noticed: ${score.toFixed(1)} %`);
  for (const each of broken) console.log(`fails without any mutant: ${each}`);
  process.exitCode = score >= MIN_SCORE && broken.length === 0 ? 0 : 1;
}

async function main() {
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  for (const file of tests) await bundleTest(file);
  const broken = run(tests, null)
    .filter(({ assertionResults }) => assertionResults[0]?.status !== 'passed')
    .map(({ name, message }) => `${basename(name)}: ${message}`);
  const reached = readdirSync(cache)
    .filter((name) => name.endsWith('.reached.json'))
    .map((name) => read<Plan>(name));
  report(detectMutants(reached, broken), reached, broken);
}

void main();
