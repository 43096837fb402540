import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const rows = readFileSync(join(root, 'docs/specification.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes(' › '))
  .map((line) => line.split(/(?<!\\) \| /).map((cell) => cell.replace(/^\||\|$/g, '').trim()))
  .map(([line = '', places = '', tests = '']) => ({ line, places, tests }));

const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, inside = '']) => inside);

/** A test's name as it is written in its file, without quotes and line ends between its words. */
const plain = (text: string) => text.replace(/\\(?=.)|[`'"]/g, '');

it('has a row for each line', () => expect(rows.length).toBeGreaterThan(90));

it.each(rows)('$line: its source files exist', ({ places }) => {
  expect(quoted(places).filter((path) => !existsSync(join(root, 'src', path)))).toEqual([]);
});

it.each(rows)('$line: its tests exist', ({ tests }) => {
  for (const test of tests.split('; `')) {
    const [file = '', ...names] = test.replaceAll('`', '').split(' › ');
    const written = plain(readFileSync(join(root, 'test', file), 'utf8'));
    expect(names.filter((name) => !written.includes(plain(name)))).toEqual([]);
  }
});
