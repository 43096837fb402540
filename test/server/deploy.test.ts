import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/* Files for deployment name settings and files that exist. */
const root = resolve(__dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

const known = new Set([
  ...namesIn(read('src/server/settings.ts'), /read\('([A-Z_]+)'/g),
  ...['NODE_ENV', 'POSTGRES_PASSWORD', 'POSTGRES_USER', 'POSTGRES_DB', 'TABPOINT_IMAGE', 'TABPOINT_ADDRESS'],
]);

test.each([
  ['Dockerfile', /\b([A-Z]+(?:_[A-Z]+)*)=(?!")/g],
  ['compose.yaml', /^\s+([A-Z_]+):/gm],
  ['compose.yaml', /\$\{([A-Z_]+)/g],
  ['deploy/tabpoint.service', /\b([A-Z]+(?:_[A-Z]+)+)=/g],
  ['deploy/README.md', /\b([A-Z]+(?:_[A-Z]+)+)=/g],
  ['docs/operating.md', /^\| `([A-Z_]+)`/gm],
])('%s sets settings that the server reads (%s)', (file, pattern) => {
  const names = namesIn(read(file), pattern);
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});

test('every setting is documented', () => {
  const page = read('docs/operating.md');
  const settings = namesIn(read('src/server/settings.ts'), /read\('([A-Z_]+)'/g).filter(
    (name) => name !== 'TABPOINT_DEV',
  );
  expect(settings.length).toBeGreaterThan(20);
  expect(settings.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
});

test('the image is built of existing files, and of nothing private', () => {
  const ignore = read('.dockerignore').trim().split('\n');
  const included = ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  expect(ignore).toContain('*');
  expect(included.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(included).not.toEqual(expect.arrayContaining([expect.stringMatching(/data|\.env|node_modules|test/)]));
  const copied = namesIn(read('Dockerfile'), /^COPY (?!--from)(.+) \S+$/gm).flatMap((words) => words.split(' '));
  expect(copied.filter((path) => path !== '.' && !existsSync(join(root, path)))).toEqual([]);
});

test('the files in deploy/ are documented there', () => {
  const page = read('deploy/README.md');
  for (const name of readdirSync(join(root, 'deploy'))) if (name !== 'README.md') expect(page).toContain(`(${name})`);
});

test.each(readdirSync(join(root, 'deploy')).filter((name) => /^nginx|^Caddyfile/.test(name)))(
  '%s refuses data API calls over plain http instead of redirecting them, since they may carry a key',
  (file) => {
    const text = read(`deploy/${file}`);
    const refused = [...text.matchAll(/^.*\b403\b.*$/gm)].join('\n');
    const sites = Math.max(1, text.match(/^http:\/\/.*\{$/gm)?.length ?? 0);
    for (const path of ['v1', 'compat']) expect(refused.split(path)).toHaveLength(1 + sites);
    expect(text.match(/redir https:/g) ?? []).toHaveLength(file.startsWith('Caddy') ? sites : 0);
  },
);
