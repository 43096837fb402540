import { readdirSync } from 'node:fs';

/** Folders of the app that every feature may import. */
const shared = ['ui', 'grid', 'http', 'machine', 'sagas', 'snippets', 'styles'];

/** Folders that combine features to pages. */
const frame = ['pages', 'layout'];

/** All other folders are features. A feature may import only events, slices and selectors of other features. */
const features = readdirSync(new URL('src/app', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && ![...shared, ...frame].includes(entry.name))
  .map(({ name }) => name);

const effects = { name: 'redux-saga/effects', message: 'Use typed-redux-saga with yield*.' };
const server = {
  regex: '(^|/)server(/|$)',
  message: 'The app may use the server only over HTTP: move shared code to the contract.',
};
const app = { regex: '^(\\.\\./)+app/', message: 'Only the app may import from the app.' };
const schemas = {
  regex: 'contract/(account|projects|keys|drive|driveGrid|about|syncs|versions|templates|usage|planCalls)$',
  allowTypeImports: true,
  message: 'Import types only: schema code must not reach browsers.',
};

const anySignal = {
  object: 'AbortSignal',
  property: 'any',
  message: 'Long-lived signals would keep a reference to it: use withFirstSignal (server/timeLimits.ts).',
};

const tooNew = [
  ...['URL.canParse', 'URL.parse', 'AbortSignal.any', 'Promise.try', 'Array.fromAsync', 'Intl.Segmenter'],
  ...['Intl.DurationFormat', 'document.startViewTransition', 'navigator.userAgentData'],
].map((name) => {
  const [object, property] = name.split('.');
  return { object, property, message: 'The oldest browsers of the app (babel.config.js) lack it.' };
});
const tooNewMethods = [
  'checkVisibility',
  'showPopover',
  'hidePopover',
  'togglePopover',
  'moveBefore',
  'setHTMLUnsafe',
].map((property) => ({ property, message: 'The oldest browsers of the app (babel.config.js) lack it.' }));

/** Returns patterns for the paths of all features except some, and except some files. */
const featuresExcept = (own, files) => {
  const others = features.filter((feature) => !own.includes(feature));
  return [`../**/{${others.join(',')}}/**`, ...files.map((file) => `!../**/${file}`)];
};

const restrict = (patterns, paths = []) => ({ 'eslint/no-restricted-imports': ['error', { paths, patterns }] });

/**
 * Folders of the server, lowest layer first: a folder may import only itself and the folders before it. Files beside the folders are the
 * lowest layer (settings, refusals, time limits), except those that assemble the server, which import everything.
 */
const layers = [
  ...['database', 'workers', 'http', 'rawTab', 'normalise', 'workbook', 'store', 'auth'],
  ...['plans', 'usage', 'access', 'keys', 'google', 'sync', 'drive', 'projects', 'templates'],
  ...['endpoints', 'describe', 'compat', 'ops', 'backup', 'static'],
];

const layerRules = layers.map((layer, at) => {
  const higher = layers.slice(at + 1);
  const message = `${layer} is below this folder: see the order in oxlint.config.mjs. A higher folder has to pass it as an argument.`;
  const pattern = { regex: `^(\\.\\./)+(${[...higher, 'app', 'services', 'worker'].join('|')})(/|$)`, message };
  return { files: [`src/server/${layer}/**/*.ts`], rules: restrict([app, pattern]) };
});

/** Rules for every file, in addition to oxlint's category of correctness. */
const always = [
  ...['no-case-declarations', 'no-empty', 'no-fallthrough', 'no-prototype-builtins', 'no-regex-spaces'],
  ...['no-unexpected-multiline', 'no-useless-assignment', 'preserve-caught-error'],
];

/** Rules for TypeScript, in addition to oxlint's category of correctness. */
const typed = [
  ...['eslint/no-array-constructor', 'eslint/no-var', 'eslint/prefer-const', 'eslint/prefer-rest-params'],
  'eslint/prefer-spread',
  ...['typescript/ban-ts-comment', 'typescript/consistent-type-imports', 'typescript/no-empty-object-type'],
  ...['typescript/no-explicit-any', 'typescript/no-misused-promises', 'typescript/no-namespace'],
  ...['typescript/no-require-imports', 'typescript/no-unnecessary-type-assertion'],
  ...['typescript/no-unnecessary-type-constraint', 'typescript/no-unsafe-argument', 'typescript/no-unsafe-assignment'],
  ...['typescript/no-unsafe-call', 'typescript/no-unsafe-enum-comparison', 'typescript/no-unsafe-function-type'],
  ...['typescript/no-unsafe-member-access', 'typescript/no-unsafe-return', 'typescript/only-throw-error'],
  ...['typescript/prefer-promise-reject-errors', 'typescript/restrict-plus-operands'],
  'typescript/switch-exhaustiveness-check',
];

const off = (names) => Object.fromEntries(names.map((name) => [name, 'off']));
const errors = (names) => Object.fromEntries(names.map((name) => [name, 'error']));

export default {
  ignorePatterns: ['/dist', '/data', '/.cache', '/test-results', '/public', '/test/clients/.generated'],
  plugins: ['eslint', 'typescript', 'react', 'import'],
  categories: { correctness: 'error' },
  options: { typeAware: true, typeCheck: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  rules: {
    ...errors(always),
    ...off([
      ...['react/no-did-update-set-state', 'typescript/no-meaningless-void-operator', 'typescript/no-misused-spread'],
      'typescript/require-array-sort-compare',
    ]),
  },
  overrides: [
    {
      files: ['**/*.{ts,mts,tsx}'],
      rules: {
        ...errors(typed),
        'max-lines': ['error', { max: 260, skipBlankLines: true, skipComments: true }],
      },
    },
    {
      files: ['**/*.{js,mjs,cjs}'],
      env: { node: true },
      rules: { 'eslint/no-undef': 'error', 'eslint/no-redeclare': 'error', 'typescript/unbound-method': 'off' },
    },
    {
      // They contain functions that run in the page, or in Jest.
      files: ['test/firefox/*.mjs', 'scripts/mutation/driver.cjs'],
      env: { browser: true, jest: true },
    },
    {
      files: ['src/app/**/*.{ts,tsx}'],
      rules: {
        ...errors(['react/rules-of-hooks', 'react/unsupported-syntax']),
        'react/incompatible-library': 'off',
        'no-restricted-properties': ['error', ...tooNew, ...tooNewMethods],
        ...restrict([server, schemas], [effects]),
        // Types may be cyclic: the state's type is composed of the slices, whose selectors use it.
        'import/no-cycle': ['error', { ignoreTypes: true }],
      },
    },
    ...features.map((feature) => ({
      files: [`src/app/${feature}/**/*.{ts,tsx}`],
      rules: restrict(
        [
          server,
          schemas,
          {
            group: featuresExcept([feature], ['*{Slice,Selectors,Events}', 'refreshSession', 'guideList']),
            message: "Another feature's public face is its events, slice and selectors.",
          },
        ],
        [effects],
      ),
    })),
    {
      files: [`src/app/{${shared.join(',')}}/**`],
      rules: restrict(
        [
          server,
          schemas,
          {
            group: featuresExcept([], ['session/sessionSlice', 'notices/noticesSlice']),
            message: 'Shared folders may not import features, except the end of the session and notices.',
          },
        ],
        [effects],
      ),
    },
    {
      files: ['src/contract/**/*.ts'],
      rules: { ...restrict([server, app]), 'no-restricted-properties': ['error', ...tooNew, ...tooNewMethods] },
    },
    {
      files: ['src/server/**/*.ts'],
      rules: {
        ...restrict([app]),
        'no-restricted-properties': ['error', anySignal],
        'import/no-cycle': ['error', { ignoreTypes: false }],
      },
    },
    ...layerRules,
    {
      files: ['test/**/*.{ts,tsx}'],
      rules: {
        'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-return': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/unbound-method': 'off',
        'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      },
    },
  ],
};
