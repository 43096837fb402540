/* global document, it, performance, window */
/**
 * Runs the tests of one file against every mutant that they reach, inside one Jest test. The file comes as a function that
 * evaluates it and everything of `src` that it uses, so that a mutant costs no more than that; packages are loaded once.
 */
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const folder = join(__dirname, '../../.cache/mutation');
const later = setTimeout;

/** How often mutants may be come by, and milliseconds a test may take beside five times its usual time, before it counts as endless. */
const PASSES_LIMIT = 300_000;
const TIME_LIMIT = 4_000;

/** Milliseconds that a page is waited for with a mutant in it. */
const PAGE_WAIT = 2_000;

/** Mutants after which what packages remember (styles, roots) is thrown away. */
const FRESH_AFTER = 20;

/** The tests of a file, as `describe` and `it` tell them. */
function collected(load, jest, requirePackage, mutated) {
  const suite = (above) => ({ above, beforeAll: [], afterAll: [], beforeEach: [], afterEach: [], parts: [] });
  const root = suite();
  let here = root;
  const describe = (_name, tell) => {
    const [outer, inner] = [here, suite(here)];
    outer.parts.push(inner);
    here = inner;
    tell();
    here = outer;
  };
  const it = (name, run) => here.parts.push({ above: here, name, run });
  const each = (tell) => (rows) => (name, run) =>
    rows.forEach((row, index) => tell(`${name} [${index}]`, () => run(...(Array.isArray(row) ? row : [row]))));
  describe.each = each(describe);
  it.each = each(it);
  const hooks = ['beforeAll', 'afterAll', 'beforeEach', 'afterEach'].map((hook) => (run) => here[hook].push(run));
  load(requirePackage, { exports: {} }, {}, jest, describe, it, ...hooks, mutated);
  return root;
}

const flat = (suite) => suite.parts.flatMap((part) => (part.run ? [part] : flat(part)));
const above = (suite) => (suite ? [...above(suite.above), suite] : []);

async function limited(run, milliseconds) {
  let timer;
  const limit = new Promise((_, fail) => (timer = later(() => fail(new Error('It takes too long.')), milliseconds)));
  try {
    await Promise.race([run(), limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** What a handler of an event throws reaches no test: it is told to the page, as a browser does. */
const uncaught = [];
const noteUncaught = ({ error }) => uncaught.push(error);

async function runTest(test, cleanUp) {
  const suites = above(test.above);
  uncaught.length = 0;
  try {
    for (const { beforeEach } of suites) for (const hook of beforeEach) await hook();
    await test.run();
    if (uncaught.length > 0) throw uncaught[0];
  } finally {
    for (const { afterEach } of suites.reverse()) for (const hook of afterEach) await hook();
    cleanUp();
  }
}

/** Runs those of the tests that are wanted, until one fails: its name, or undefined. `times` are those without a mutant. */
async function firstFailure(root, { isWanted = () => true, began = () => undefined, times, took, cleanUp }) {
  const entered = new Set();
  let failed;
  for (const [index, test] of flat(root).entries()) {
    if (!isWanted(index)) continue;
    began('load');
    const start = performance.now();
    try {
      const limit = times === undefined ? 60_000 : TIME_LIMIT + 5 * times[index];
      for (const suite of above(test.above).filter((each) => !entered.has(each))) {
        entered.add(suite);
        for (const hook of suite.beforeAll) await limited(hook, limit);
      }
      began(index);
      await limited(() => runTest(test, cleanUp), limit);
    } catch (error) {
      failed = `${test.name}: ${String(error?.message ?? error).slice(0, 300)}`;
      break;
    } finally {
      took?.push(performance.now() - start);
    }
  }
  for (const suite of [...entered].reverse())
    for (const hook of suite.afterAll) await limited(hook, TIME_LIMIT).catch(() => {});
  return failed;
}

module.exports = (load, file, jest, requirePackage) => {
  const feature = file.split('/')[2];
  const rest = process.env.MUTATION_REST !== undefined;
  const isView = file.endsWith('.tsx');
  const isPage = typeof document !== 'undefined';
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  const cleanUp = () => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    if (isView) requirePackage('@testing-library/react').cleanup();
    if (isPage) window.history.replaceState(null, '', '/');
  };
  if (isPage) window.addEventListener('error', noteUncaught);
  const freshPackages = () => {
    jest.resetModules();
    document.head.replaceChildren();
  };

  it('is run against every mutant', async () => {
    // Packages that clean up after each test would ask for that here, where Jest knows of one test only.
    for (const hook of ['beforeAll', 'afterAll', 'beforeEach', 'afterEach']) globalThis[hook] = () => undefined;
    const path = join(folder, 'results.json');
    const results = JSON.parse(readFileSync(path, 'utf8'));
    const mutants = JSON.parse(readFileSync(join(folder, 'mutants.json'), 'utf8'));
    const reached = new Map();
    let at = 'load';
    const noting = (id) => {
      if (!reached.has(id)) reached.set(id, new Set());
      reached.get(id).add(at);
      return false;
    };
    const whole = collected(load, jest, requirePackage, noting);
    const times = [];
    const broken = await firstFailure(whole, { began: (index) => (at = index), took: times, cleanUp });
    if (broken !== undefined) results.broken.push(`${file}: ${broken}`);

    const isWanted = ([id]) => results.killed[id] === undefined && (rest || mutants[id].file.split('/')[2] === feature);
    const open = broken === undefined ? [...reached].filter(isWanted) : [];
    for (const [round, [id, tests]] of open.entries()) {
      if (isView && round % FRESH_AFTER === FRESH_AFTER - 1) freshPackages();
      let passes = 0;
      const mutated = (passed) => {
        if ((passes += 1) > PASSES_LIMIT) throw new Error('It never ends.');
        return passed === id;
      };
      let failure;
      try {
        const root = collected(load, jest, requirePackage, mutated);
        if (isView) requirePackage('@testing-library/react').configure({ asyncUtilTimeout: PAGE_WAIT });
        const reaches = (index) => tests.has('load') || tests.has(index);
        failure = await firstFailure(root, { isWanted: reaches, times, cleanUp });
        // A busy machine makes a page late: it has to fail twice.
        if (isView && failure !== undefined) failure = await firstFailure(root, { isWanted: reaches, times, cleanUp });
      } catch (error) {
        failure = `cannot be loaded: ${String(error?.message ?? error).slice(0, 300)}`;
      }
      if (failure !== undefined) results.killed[id] = `${file}: ${failure}`;
      else (results.survived[id] ??= []).push(file);
    }
    writeFileSync(path, JSON.stringify(results));
  }, 3_600_000);
};
