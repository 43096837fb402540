import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './ensureInstalled.mjs';
import { testFilesIn } from './testGroups.mjs';
import { bin, check, clearReports, concludeSuites, DIED, jest, playwright, runSuite } from './testRuns.mjs';

/**
 * `npm run test:long`: runs all tests that take too long for `npm test`, sequentially. The last line has the total counts.
 * `npm run test:long -- kills 50 sqlite` runs one of them; the arguments after its name are its duration or number of rounds, and its
 * databases if it runs on both.
 */
process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
ensureInstalled({ tests: true });
clearReports();

const tsx = bin('tsx/dist/cli.mjs');

/** Runs the server's test files whose path matches a pattern. `npm test` runs them too, for a shorter time or on another database. */
const serverTests = (pattern, env) => (amount, database) => {
  const files = testFilesIn('test/server').filter((file) => pattern.test(file));
  return jest(`long-${database}`, { server: files }, { TEST_DATABASE: database, ...env(amount) });
};

/** Tests of the repository's test tools. */
const tools = (_amount, database) => jest('long', { long: testFilesIn('test/long') }, { TEST_DATABASE: database });

/** Tests that use less data in `npm test` (`sized` of `test/fixtures/runs.ts`). */
const LARGE = /overload|keptAliveWrites|longQueries|killedRefresh|manyProjects|rawTab\/displayed|workers\/workers/;

const both = ['sqlite', 'postgres'];
const defaults = { usual: '', databases: ['sqlite'] };

const tests = {
  tools: { ...defaults, suite: tools },
  large: { ...defaults, suite: serverTests(LARGE, () => ({ TEST_LARGE: 'true' })) },
  powercuts: {
    ...defaults,
    usual: 'all',
    suite: serverTests(/faults\/powerCut/, (amount) => ({ POWER_CUTS: amount })),
  },
  generated: {
    ...defaults,
    usual: '40',
    suite: serverTests(
      /[gG]enerated|sheetNames|rawDelta|carriedIds|compactRaw|storedTab|reshapeRaw|log\/model|interleavings/,
      (amount) => ({
        GENERATED_TIMES: amount,
      }),
    ),
  },
  kills: {
    usual: '1000',
    databases: both,
    suite: serverTests(/store\/log\/killed/, (amount) => ({ KILL_ROUNDS: amount })),
  },
  nodes: {
    usual: '180',
    databases: ['postgres'],
    suite: serverTests(/nodes\/threeNodes/, (amount) => ({ NODES_SECONDS: amount })),
  },
  postgres: { ...defaults, databases: ['postgres'], suite: serverTests(/^(?!.*faults\/)/, () => ({})) },
  fuzz: { ...defaults, usual: '60', suite: (amount) => check(['scripts/fuzz.mjs', amount]) },
  overload: {
    ...defaults,
    usual: '60',
    suite: (amount) => check(['scripts/runBuilt.mjs', 'test/bench/overload/overload.ts', amount]),
  },
  soak: { ...defaults, usual: '20', suite: (amount) => check(['scripts/runBuilt.mjs', 'test/soak/soak.ts', amount]) },
  browser: {
    ...defaults,
    suite: async () => ((await check(['scripts/build.mjs'])).failed > 0 ? DIED : playwright('long-browser', 'long')),
  },
  recording: { ...defaults, suite: () => check(['scripts/runBuilt.mjs', 'test/recording/run.ts']) },
  guards: { ...defaults, suite: () => check([tsx, 'test/guards/run.ts']) },
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
  const amount = words.find((word) => !both.includes(word)) ?? usual;
  for (const database of wanted.length > 0 ? wanted : databases)
    await runSuite(databases.length > 1 ? `${one} on ${database}` : one, async () => suite(amount, database), results);
}
concludeSuites(Object.keys(results), results);
