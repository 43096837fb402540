import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

/** `[name](../test/…) “what it is called”`, and further names after it. */
const CITED = /\[[^\]]*\]\(\.\.\/(test\/[^)]+)\)((?:,? “[^”]+”)*)/g;

const documents = ['security', 'asvs'];
const textOf = (name: string) => readFileSync(join(root, 'docs', `${name}.md`), 'utf8');

/** Whether a test file has a test, or a line of a table of tests, of this name. */
const holds = (source: string, name: string) =>
  ["'", '"', '`'].some((quote) => source.includes(quote + name.replaceAll(quote, `\\${quote}`) + quote));

const citations = (text: string) =>
  [...text.matchAll(CITED)].map(([, path = '', names = '']) => ({
    path,
    names: [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name),
  }));

describe.each(documents)('docs/%s.md', (document) => {
  test('names tests that are there', () => {
    const cited = citations(textOf(document));
    expect(cited.length).toBeGreaterThan(30);
    const missing = cited.flatMap(({ path, names }) => {
      if (!existsSync(join(root, path))) return [path];
      const source = readFileSync(join(root, path), 'utf8');
      return names.filter((name) => !holds(source, name)).map((name) => `${path}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  test('names files that are there', () => {
    const paths = [...textOf(document).matchAll(/`((?:src|scripts|docs|test)\/[\w./*-]+)`/g)].map(
      ([, path = '']) => path,
    );
    expect(paths.filter((path) => !existsSync(join(root, path.replace(/\/?\*.*$/, ''))))).toEqual([]);
  });
});

test('every threat has a test', () => {
  const [, section = ''] = textOf('security').split(/^## Threats$([\s\S]*?)^Beside these/m);
  const threats = section.split('\n').filter((line) => line.startsWith('- '));
  expect(threats.length).toBeGreaterThanOrEqual(28);
  expect(threats.filter((line) => !line.includes('](../test/') || !line.includes('“'))).toEqual([]);
});

test('each line of docs/asvs.md that is met names a test, or says why there is none', () => {
  const met = textOf('asvs')
    .split('\n')
    .filter((line) => /^- \*\*\d/.test(line));
  expect(met.length).toBeGreaterThan(100);
  const isShown = (line: string) => citations(line).some(({ names }) => names.length > 0);
  expect(met.filter((line) => !isShown(line) && !/\(no test: \w.{7,}\)$/.test(line))).toEqual([]);
});
