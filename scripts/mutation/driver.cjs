/**
 * Runs the tests of one file with mutants in it, inside Jest. The file comes as a function that evaluates it and everything of
 * `src` that it uses, so that a mutant costs no more than that; packages are loaded once. Without a plan it notes which tests
 * reach which mutants; with a plan there is a Jest test for each mutant, which fails when one of the file's tests does.
 */
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const folder = join(__dirname, '../../.cache/mutation');

/** How often mutants may be passed, and milliseconds a mutant may take beside five times the usual, before it counts as endless. */
const PASSES_LIMIT = 300_000;
const TIME_LIMIT = 4_000;

/** Milliseconds that a page is waited for with a mutant in it. */
const PAGE_WAIT = 2_000;

/** Mutants after which what packages remember (styles, roots) is thrown away. */
const FRESH_AFTER = 20;

const hookNames = ['beforeAll', 'afterAll', 'beforeEach', 'afterEach'];
const newSuite = () => Object.fromEntries(hookNames.map((name) => [name, []]));

/** The tests of a file, as `describe` and `it` declare them, each with the suites around it. */
function collected(load, jest, requirePackage, mutated) {
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

/** What a handler of an event throws reaches no test: the page is told, as in a browser. */
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

/** Runs tests by their numbers, one after the other, until one fails. */
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
  /** Packages that clean up after each test would ask for that where a test runs already. */
  const collect = (mutated) => {
    for (const name of hookNames) globalThis[name] = () => undefined;
    return collected(load, jest, requirePackage, mutated);
  };

  async function noteReached() {
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
        limit: TIME_LIMIT + 5 * numbers.reduce((sum, number) => sum + times[number], 0),
      };
    });
    writeFileSync(join(folder, `${file.replaceAll('/', '.')}.reached.json`), JSON.stringify({ file, plan }));
  }

  async function tryMutant(id, numbers) {
    let passes = 0;
    const tests = collect((passed) => {
      if ((passes += 1) > PASSES_LIMIT) throw new Error('It never ends.');
      return passed === id;
    });
    if (isView) requirePackage('@testing-library/react').configure({ asyncUtilTimeout: PAGE_WAIT });
    await runTests(tests, numbers, cleanUp);
  }

  const plan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8'));
  if (plan === null) it('reaches mutants', noteReached, 600_000);
  else
    plan[file].forEach(({ id, numbers, limit }, round) =>
      it(
        String(id),
        async () => {
          if (isView && round % FRESH_AFTER === FRESH_AFTER - 1) {
            jest.resetModules();
            document.head.replaceChildren();
          }
          // A busy machine makes a page late: it has to fail twice.
          await tryMutant(id, numbers).catch((error) => (isView ? tryMutant(id, numbers) : Promise.reject(error)));
        },
        isView ? 2 * limit : limit,
      ),
    );
};
