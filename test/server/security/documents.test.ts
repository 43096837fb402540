import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { citationsIn, documentText, requirementRows, threatRows } from '../../fixtures/securityDocuments';

const root = join(__dirname, '../../..');

/** Whether a test file has a test, or a line of a table of tests, of this name. */
const holds = (source: string, name: string) =>
  ["'", '"', '`'].some((quote) => source.includes(quote + name.replaceAll(quote, `\\${quote}`) + quote));

const lastOf = (cells: readonly string[]) => cells.at(-1) ?? '';

/** Whether a cell names tests, each with its file, and nothing else. */
const isCited = (cell: string) => /^(?:(?:, )?`[\w/]+`(?:,? “[^”]+”)+)+$/.test(cell);

describe.each(['security', 'asvs'] as const)('docs/%s.md', (document) => {
  test('names existing tests', () => {
    const cited = citationsIn(documentText(document));
    expect(cited.length).toBeGreaterThan(30);
    const missing = cited.flatMap(({ label, path, names }) => {
      if (path === undefined) return [label];
      const source = readFileSync(path, 'utf8');
      return names.filter((name) => !holds(source, name)).map((name) => `${label}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  test('names existing files', () => {
    const paths = [...documentText(document).matchAll(/`((?:src|scripts|docs|test)\/[\w./*-]+)`/g)].map(
      ([, path = '']) => path,
    );
    expect(paths.filter((path) => !existsSync(join(root, path.replace(/\/?\*.*$/, ''))))).toEqual([]);
  });
});

test('every threat has a test', () => {
  const threats = threatRows();
  expect(threats.length).toBeGreaterThanOrEqual(28);
  expect(threats.filter((cells) => cells.length !== 3 || !isCited(lastOf(cells)))).toEqual([]);
});

test('each fulfilled requirement of docs/asvs.md names a test, or says why it has none', () => {
  const met = requirementRows();
  expect(met.length).toBeGreaterThan(100);
  const isShown = (cell: string) => isCited(cell.replace(/(^|; )none: .{8,}$/, '')) || /^none: .{8,}$/.test(cell);
  expect(met.filter((cells) => cells.length !== 5 || !isShown(lastOf(cells)))).toEqual([]);
});
