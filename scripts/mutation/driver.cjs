/**
 * Runs the tests of one file with mutants, inside Jest. The file is bundled with the modules of `src` that it uses into a function, which is
 * called again for each mutant; packages are loaded only once. Without a plan, it records which tests reach which mutants. With a plan,
 * there is a Jest test for each mutant, which fails if one of the file's tests does.
 */
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const folder = join(__dirname, '../../.cache/mutation');

/** Maximum number of evaluated mutation points, and time beside five times the usual, before a mutant counts as an endless loop. */
const MAX_PASSES = 300_000;
const TIME_LIMIT_MS = 4_000;

/** Timeout of Testing Library's queries with a mutant, in milliseconds. */
const PAGE_TIMEOUT_MS = 2_000;

/** Number of mutants after which the state of packages (styles, React roots) is reset. */
const RESET_INTERVAL = 20;

const hookNames = ['beforeAll', 'afterAll', 'beforeEach', 'afterEach'];
const newSuite = () => Object.fromEntries(hookNames.map((name) => [name, []]));

/** Collects the tests of a file from its calls of `describe` and `it`, each with its enclosing suites. */
function collectTests(load, jest, requirePackage, mutated) {
  const tests = [];
  let around = [newSuite()];
  const describe = (_name, declare) => {
    const outer = around;
    around = [...outer, newSuite()];
    declare();
    around = outer;
  };
  const it = (_name, run) => tests.push({ around, run });
  const each = (declare) => (rows) => (name, run) =>
    rows.forEach((row) => declare(name, () => run(...(Array.isArray(row) ? row : [row]))));
  describe.each = each(describe);
  it.each = each(it);
  const hooks = hookNames.map((name) => (run) => around.at(-1)[name].push(run));
  load(requirePackage, { exports: {} }, {}, jest, describe, it, ...hooks, mutated);
  return tests;
}

/** Errors of event handlers. They do not reach the test, only the window's `error` event, as in a browser. */
const uncaught = [];

async function runTest({ around, run }, cleanUp) {
  uncaught.length = 0;
  try {
    for (const { beforeEach } of around) for (const hook of beforeEach) await hook();
    await run();
    if (uncaught.length > 0) throw uncaught[0];
  } finally {
    for (const { afterEach } of [...around].reverse()) for (const hook of afterEach) await hook();
    cleanUp();
  }
}

/** Runs tests by their numbers, sequentially, until one fails. */
async function runTests(tests, numbers, cleanUp, began = () => undefined) {
  const entered = new Set();
  try {
    for (const number of numbers) {
      began('load');
      for (const suite of tests[number].around.filter((each) => !entered.has(each))) {
        entered.add(suite);
        for (const hook of suite.beforeAll) await hook();
      }
      began(number);
      await runTest(tests[number], cleanUp);
    }
  } finally {
    for (const suite of [...entered].reverse()) for (const hook of suite.afterAll) await hook();
  }
}

module.exports = (load, file, jest, requirePackage) => {
  const isView = file.endsWith('.tsx');
  const isPage = typeof document !== 'undefined';
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  if (isPage) window.addEventListener('error', ({ error }) => uncaught.push(error));
  const cleanUp = () => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    if (isView) requirePackage('@testing-library/react').cleanup();
    if (isPage) window.history.replaceState(null, '', '/');
  };
  /** Collects the tests. Jest's global hooks are disabled: packages that register a cleanup would do so inside a running test. */
  const collect = (mutated) => {
    for (const name of hookNames) globalThis[name] = () => undefined;
    return collectTests(load, jest, requirePackage, mutated);
  };

  async function recordReached() {
    const reached = {};
    let [at, began] = ['load', 0];
    const tests = collect((id) => (((reached[id] ??= {})[at] = true), false));
    const times = tests.map(() => 0);
    const all = [...tests.keys()];
    await runTests(tests, all, cleanUp, (number) => {
      if (at !== 'load') times[at] = performance.now() - began;
      [at, began] = [number, performance.now()];
    });
    const plan = Object.entries(reached).map(([id, { load, ...some }]) => {
      const numbers = load ? all : Object.keys(some).map(Number);
      return {
        id: Number(id),
        numbers,
        limit: TIME_LIMIT_MS + 5 * numbers.reduce((sum, number) => sum + times[number], 0),
      };
    });
    writeFileSync(join(folder, `${file.replaceAll('/', '.')}.reached.json`), JSON.stringify({ file, plan }));
  }

  async function tryMutant(id, numbers) {
    let passes = 0;
    const tests = collect((passed) => {
      if ((passes += 1) > MAX_PASSES) throw new Error('It never ends.');
      return passed === id;
    });
    if (isView) requirePackage('@testing-library/react').configure({ asyncUtilTimeout: PAGE_TIMEOUT_MS });
    await runTests(tests, numbers, cleanUp);
  }

  const plan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8'));
  if (plan === null) it('reaches mutants', recordReached, 600_000);
  else
    plan[file].forEach(({ id, numbers, limit }, round) =>
      it(
        String(id),
        async () => {
          if (isView && round % RESET_INTERVAL === RESET_INTERVAL - 1) {
            jest.resetModules();
            document.head.replaceChildren();
          }
          // On a busy machine a page may time out: the tests of views have to fail twice.
          await tryMutant(id, numbers).catch((error) => (isView ? tryMutant(id, numbers) : Promise.reject(error)));
        },
        isView ? 2 * limit : limit,
      ),
    );
};
