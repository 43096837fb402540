import { limits } from '../../../src/contract/limits';
import type { TabSettings } from '../../../src/server/normalise/derivedTab';
import type { Merge } from '../../../src/server/rawTab/cellAddress';
import type { RawTabHead } from '../../../src/server/rawTab/rawTab';
import { derive } from './derived';

/** A header of ten columns above rows with one value each. */
const wide = (rows: number) => [
  Array.from({ length: 10 }, (_, at) => `column${at}`),
  ...Array.from({ length: rows }, () => ['x']),
];

const refusalOf = (rows: string[][], settings?: TabSettings, head?: Partial<RawTabHead>) =>
  derive(rows, settings, { title: 'Wide', ...head }).then(
    () => 'derived',
    ({ code, detail, extras }) => ({ code, detail, hint: extras.hint }),
  );

test('the cells of an endpoint are its rows times its columns, blank ones included', async () => {
  jest.replaceProperty(limits, 'cellsPerWorkbook', 1_000 as never);
  expect(await refusalOf(wide(100))).toBe('derived');
  expect(await refusalOf(wide(101))).toEqual({
    code: 'too_large',
    detail: 'The sheet Wide has more than 10 million cells: 10 columns in each of 101 rows or more.',
    hint: 'Remove columns and rows that are not needed, or split it into several sheets.',
  });
});

test('the rows of an endpoint are measured with the keys of all columns', async () => {
  jest.replaceProperty(limits, 'bytesPerTab', 1024 ** 2);
  const long = (rows: number) => [['n', 'k'.repeat(200)], ...Array.from({ length: rows }, () => ['x', 'y'])];
  expect(await refusalOf(long(4_000))).toBe('derived');
  expect(await refusalOf(long(5_000))).toEqual({
    code: 'too_large',
    detail: 'The sheet Wide is larger than 1 MB as JSON, in which each row has the names of all columns.',
    hint: 'Shorten its longest headers and texts, or split it into several sheets.',
  });
});

test('a merged value counts in each row that repeats it', async () => {
  jest.replaceProperty(limits, 'bytesPerTab', 1024 ** 2);
  const rows = [['a', 'b'], ['x', 'y'.repeat(1_000)], ...Array.from({ length: 2_000 }, () => ['x'])];
  const merges: Merge[] = [[2, 2, 3_000, 2]];
  expect(await refusalOf(rows, {}, { merges })).toBe('derived');
  expect(await refusalOf(rows, { repeatMerged: true }, { merges })).toMatchObject({ code: 'too_large' });
});
