/**
 * Suites of Jest. `scripts/test.mjs` runs them, and the checks of types, lint and the browser.
 *
 * - app: the app in jsdom: state machines, sagas, HTTP layer, views
 * - contract: the HTTP contract of app and server
 * - server: the server on the database named by TEST_DATABASE (sqlite or postgres)
 * - journeys: end to end in one process: real store and sagas with the real server
 * - long: tests that take too long for `npm test`; run by `npm run test:long`
 */
const esmOnly = [
  'better-auth',
  '@better-auth',
  'better-call',
  '@better-fetch',
  'jose',
  'nanostores',
  '@noble',
  'rou3',
  'cookie',
  'content-disposition',
  'set-cookie-parser',
  'defu',
  'kysely',
  'typebox',
  'zod',
  'hucre',
  'd3-[a-z-]+',
  'internmap',
  'uqr',
];

const common = {
  rootDir: __dirname,
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  transform: {
    '\\.m?[jt]sx?$': '<rootDir>/test/fixtures/typescriptTransform.cjs',
    '\\.md$': '<rootDir>/scripts/guides/guideTransform.mjs',
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/data'],
  restoreMocks: true,
};

/** See `test/fixtures/buildPackages.mjs`. */
const packages = Object.values(require('./test/fixtures/packages.cjs')).flat();

/**
 * Globals of the language that are passed to each file as arguments. Otherwise Jest resolves each access by a call, which takes half of the
 * time of computations. Must not contain globals that tests replace (`Date`, timers), or whose name packages declare themselves (`Buffer`).
 */
const sandboxInjectedGlobals = [
  ...'Array ArrayBuffer BigInt Boolean DataView Error Float64Array Int32Array JSON Map Math Number Object'.split(' '),
  ...'Promise Proxy RangeError Reflect RegExp Set String Symbol TypeError Uint8Array Uint32Array WeakMap WeakSet'.split(
    ' ',
  ),
];

const node = {
  ...common,
  transformIgnorePatterns: [...common.transformIgnorePatterns, '/\\.cache/test-packages/'],
  moduleNameMapper: { [`^(${packages.join('|')})$`]: '<rootDir>/.cache/test-packages/$1.js' },
  testEnvironment: 'node',
  sandboxInjectedGlobals,
  globalSetup: '<rootDir>/test/fixtures/serverSetup.mjs',
  globalTeardown: '<rootDir>/test/fixtures/serverTeardown.mjs',
  setupFilesAfterEnv: ['<rootDir>/test/fixtures/threadsSetup.ts'],
};

/** Returns the test files of a project: single files, or groups of them if `scripts/test.mjs` runs them (`scripts/testGroups.mjs`). */
const filesOf = (project, pattern) =>
  process.env.TEST_GROUPS ? [`${process.env.TEST_GROUPS}/${project}/*.test.ts`] : [`<rootDir>/test/${pattern}`];

module.exports = {
  // Long, so that tests do not fail on a busy machine; it only ends tests that hang.
  testTimeout: 240_000,
  workerGracefulExitTimeout: 30_000,
  projects: [
    {
      ...common,
      displayName: 'app',
      testEnvironment: '<rootDir>/test/fixtures/browserEnvironment.js',
      setupFilesAfterEnv: ['<rootDir>/test/fixtures/browserSetup.ts'],
      moduleNameMapper: {
        '\\.(css|woff2|png|svg)$': '<rootDir>/test/fixtures/fileStub.js',
        // The production runtime: in development each element captures a stack trace, which takes a fifth of the suite's time.
        '^react/jsx-runtime$': '<rootDir>/node_modules/react/cjs/react-jsx-runtime.production.js',
      },
      testMatch: filesOf('app', 'app/**/*.test.{ts,tsx}'),
    },
    {
      ...common,
      displayName: 'contract',
      testEnvironment: 'node',
      testMatch: filesOf('contract', 'contract/**/*.test.ts'),
    },
    { ...node, displayName: 'server', testMatch: filesOf('server', 'server/**/*.test.ts') },
    { ...node, displayName: 'journeys', testMatch: filesOf('journeys', 'journeys/**/*.test.{ts,tsx}') },
    { ...node, displayName: 'long', testMatch: filesOf('long', 'long/**/*.test.ts') },
  ],
};
