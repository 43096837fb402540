/**
 * The suites that run under Jest. `types`, `lint` and `browser` are run by `scripts/test.mjs`.
 *
 * - app: the browser's half in jsdom: tables, sagas, HTTP layer, views
 * - contract: what both halves share
 * - server: the server's half on the database named by TEST_DATABASE (sqlite or postgres)
 * - journeys: the whole way in one process, real store and sagas against the real server
 * - long: what takes too long for `npm test`; run by `npm run test:long`
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
 * What the language gives to every file, handed to each as an argument: Jest looks a global up by a call each time, which is
 * half of the time of whatever calculates. None that a test replaces (`Date`, timers) may stand here, and none that a package
 * has something of its own by the name of (`Buffer`).
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
};

/** The files of a project: each by itself, or, where `scripts/test.mjs` runs them, in the groups of a folder (`scripts/testGroups.mjs`). */
const filesOf = (project, pattern) =>
  process.env.TEST_GROUPS ? [`${process.env.TEST_GROUPS}/${project}/*.test.ts`] : [`<rootDir>/test/${pattern}`];

module.exports = {
  // A busy machine is slow, not wrong: only what never ends is to be ended.
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
        // As in production: in development each element carries the stack where it was made, which is a fifth of the suite's time.
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
