import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Folders of the app that every feature stands on. */
const shared = ['ui', 'grid', 'http', 'machine', 'sagas', 'snippets', 'styles'];

/** Folders that put features together to pages. */
const frame = ['pages', 'layout'];

/** Every other folder is a feature: one may use another only through its slice's events and selectors. */
const features = readdirSync(new URL('src/app', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && ![...shared, ...frame].includes(entry.name))
  .map(({ name }) => name);

const effects = { name: 'redux-saga/effects', message: 'Use typed-redux-saga with yield*.' };
const server = {
  regex: '(^|/)server(/|$)',
  message: 'The app reaches the server only over HTTP: put it into contract.',
};
const app = { regex: '^(\\.\\./)+app/', message: 'Only the app uses the app.' };
const schemas = {
  regex: 'contract/(account|projects|keys|drive|driveGrid|about|syncs|versions|templates|usage|planCalls)$',
  allowTypeImports: true,
  message: 'Import types only: schema code must not reach browsers.',
};

const anySignal = {
  object: 'AbortSignal',
  property: 'any',
  message: 'Signals that live long would keep a reference to it: use withFirstSignal (server/timeLimits.ts).',
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

const restrict = (patterns, paths = []) => ({
  'no-restricted-imports': 'off',
  '@typescript-eslint/no-restricted-imports': ['error', { paths, patterns }],
});

/**
 * Folders of the server from the ground up: one imports only itself and what stands before it. Files beside the folders are the
 * ground (settings, refusals, time limits), but for those that put the server together, which import everything.
 */
const layers = [
  ...['database', 'workers', 'http', 'rawTab', 'normalise', 'workbook', 'store', 'auth'],
  ...['plans', 'usage', 'access', 'keys', 'google', 'sync', 'drive', 'projects', 'templates'],
  ...['endpoints', 'describe', 'compat', 'ops', 'backup', 'static'],
];

const layerRules = layers.map((layer, at) => {
  const higher = layers.slice(at + 1);
  const message = `${layer} is below this folder: see the order in eslint.config.mjs. A higher folder hands it what it needs.`;
  const pattern = { regex: `^(\\.\\./)+(${[...higher, 'app', 'services', 'worker'].join('|')})(/|$)`, message };
  return { files: [`src/server/${layer}/**/*.ts`], rules: restrict([app, pattern]) };
});

export default tseslint.config(
  { ignores: ['dist', 'data', '.cache', 'node_modules', 'test-results', 'public', 'test/clients/.generated'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,mts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/require-await': 'off',
      'max-lines': ['error', { max: 260, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        module: 'writable',
        require: 'readonly',
        __dirname: 'readonly',
        globalThis: 'readonly',
        setTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        clearTimeout: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
        Buffer: 'readonly',
      },
    },
  },
  {
    // Functions in it are run by the page.
    files: ['test/firefox/*.mjs'],
    languageOptions: { globals: { document: 'readonly', location: 'readonly' } },
  },
  {
    files: ['src/app/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'react-hooks/incompatible-library': 'off',
      'no-restricted-properties': ['error', ...tooNew, ...tooNewMethods],
      ...restrict([server, schemas], [effects]),
    },
  },
  ...features.map((feature) => ({
    files: [`src/app/${feature}/**/*.{ts,tsx}`],
    rules: restrict(
      [
        server,
        schemas,
        {
          regex: `^(\\.\\./)+(${features.filter((other) => other !== feature).join('|')})/(?!((\\w+/)*\\w+(Slice|Selectors|Events)|refreshSession|guideList)$)`,
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
          regex: `^(\\.\\./)+(?!(session/sessionSlice|notices/noticesSlice)$)(${features.join('|')})/`,
          message: 'Shared parts know no feature, only the end of the session and what is told of it.',
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
    rules: { ...restrict([app]), 'no-restricted-properties': ['error', anySignal] },
  },
  ...layerRules,
  {
    files: ['test/**/*.{ts,tsx}'],
    rules: {
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/unbound-method': 'off',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    },
  },
);
