import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './ensureInstalled.mjs';
import { testFilesIn } from './testGroups.mjs';
import { bin, check, clearReports, concludeSuites, DIED, jest, playwright, runSuite } from './testRuns.mjs';

/**
 * `npm run test:long`: everything that takes too long for `npm test`, one after the other, and in its last line how many have passed.
 * `npm run test:long -- kills 50 sqlite` runs one of them: words after its name say for how long or how often, and on which
 * databases where it runs on both.
 */
process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
ensureInstalled({ tests: true });
clearReports();

const tsx = bin('tsx/dist/cli.mjs');

/** Test files of the server whose path matches a pattern: `npm test` runs them too, for a shorter time or on another database. */
const serverTests = (pattern, env) => (much, database) => {
  const files = testFilesIn('test/server').filter((file) => pattern.test(file));
  return jest(`long-${database}`, { server: files }, { TEST_DATABASE: database, ...env(much) });
};

/** Tests of what this repository tests itself with. */
const tools = (_much, database) => jest('long', { long: testFilesIn('test/long') }, { TEST_DATABASE: database });

/** What is tried with less in `npm test` (`sized` of `test/fixtures/runs.ts`). */
const LARGE = /overload|keptAliveWrites|longQueries|killedRefresh|manyProjects|rawTab\/displayed|workers\/workers/;

const both = ['sqlite', 'postgres'];
const usually = { usual: '', databases: ['sqlite'] };

const tests = {
  tools: { ...usually, suite: tools },
  large: { ...usually, suite: serverTests(LARGE, () => ({ TEST_LARGE: 'true' })) },
  powercuts: {
    ...usually,
    usual: 'all',
    suite: serverTests(/faults\/powerCut/, (much) => ({ POWER_CUTS: much })),
  },
  generated: {
    ...usually,
    usual: '40',
    suite: serverTests(/[gG]enerated|sheetNames|rawDelta|carriedIds|foldRaw|storedTab|interleavings/, (much) => ({
      GENERATED_TIMES: much,
    })),
  },
  kills: {
    usual: '1000',
    databases: both,
    suite: serverTests(/store\/log\/killed/, (much) => ({ KILL_ROUNDS: much })),
  },
  nodes: {
    usual: '180',
    databases: ['postgres'],
    suite: serverTests(/nodes\/threeNodes/, (much) => ({ NODES_SECONDS: much })),
  },
  postgres: { ...usually, databases: ['postgres'], suite: serverTests(/^(?!.*faults\/)/, () => ({})) },
  fuzz: { ...usually, usual: '60', suite: (much) => check(['scripts/fuzz.mjs', much]) },
  overload: {
    ...usually,
    usual: '60',
    suite: (much) => check(['scripts/runBuilt.mjs', 'test/bench/overload/overload.ts', much]),
  },
  soak: { ...usually, usual: '20', suite: (much) => check(['scripts/runBuilt.mjs', 'test/soak/soak.ts', much]) },
  browser: {
    ...usually,
    suite: async () => ((await check(['scripts/build.mjs'])).failed > 0 ? DIED : playwright('long-browser', 'long')),
  },
  recording: { ...usually, suite: () => check(['scripts/runBuilt.mjs', 'test/recording/run.ts']) },
  guards: { ...usually, suite: () => check([tsx, 'test/guards/run.ts']) },
};

const [name, ...words] = process.argv.slice(2);
if (name !== undefined && !(name in tests)) {
  console.error(`There is no long test ${name}. There are: ${Object.keys(tests).join(', ')}.`);
  process.exit(1);
}
const results = {};
for (const one of name === undefined ? Object.keys(tests) : [name]) {
  const { usual, databases, suite } = tests[one];
  const wanted = databases.filter((database) => words.includes(database));
  const much = words.find((word) => !both.includes(word)) ?? usual;
  for (const database of wanted.length > 0 ? wanted : databases)
    await runSuite(databases.length > 1 ? `${one} on ${database}` : one, async () => suite(much, database), results);
}
concludeSuites(Object.keys(results), results);
