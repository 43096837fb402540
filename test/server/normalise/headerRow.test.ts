import { derive, deriveCsv, deriveSheet, warned } from './derived';

const sheets: [string, string[], number | null][] = [
  ['the first row', ['name;age', 'Ann;5'], 1],
  ['of a single column', ['name', 'Ann', 'Ben'], 1],
  ['alone, without rows', ['name;age'], 1],
  ['a single cell', ['name'], 1],
  ['after blank rows', ['', '', 'name;age', 'Ann;5'], 3],
  ['after rows of white space', [' ', ';\t', 'name;age', 'Ann;5'], 3],
  ['under a title and a blank row', ['World reference 2025', '', 'key;value;since', 'a;b;c'], 3],
  ['right under a title', ['Report', 'key;value;since', 'a;b;c'], 2],
  ['under a title, of two columns', ['Report', 'key;value', 'a;b'], 2],
  ['under a title and a subtitle', ['Report', 'for 2025', 'key;value;since', 'a;b;c'], 3],
  ['under a title, without rows', ['Report', '', 'key;value;since'], 3],
  ['under lines of key and value', ['Author;Ann', 'Year;2025', '', 'a;b;c;d;e', 'x;1;2;3;4'], 4],
  ['under a line of two, clearly a header', ['Report;Q3', 'name;units;price', 'x;1;2', 'y;3;4'], 2],
  ['under a title over rows that are mostly empty', ['Report', 'a;b;c;d;e;f', 'x', 'y', 'z'], 2],
  ['with a header left out', ['name;;age', 'Ann;x;5', 'Ben;y;6'], 1],
  ['with a header left out over text', ['name;;city', 'Ann;x;Oslo', 'Ben;y;Rome'], 1],
  ['over rows with fewer cells', ['a;b;c;d', 'x', 'y;z', 'w'], 1],
  ['over one row with more cells', ['a;b', 'x;y', 'x;y;;z;note;note', 'v;w'], 1],
  ['with years backwards', ['Country;2021;2020;2019', 'Norway;1;2;3'], 1],
  ['with a count', ['Student;1;2;3;4', 'Ann;5;3;4;4'], 1],
  ['with dates', ['Item;2024-01-01;2024-02-01', 'Tea;1;2'], 1],
  ['none among names and numbers', ['Ann;5;3', 'Ben;6;4'], 0],
  ['none among names and years', ['Kaffa;2009', 'Bønne;2011'], 0],
  ['with years', ['Country;2019;2020;2021', 'Norway;1;2;3'], 1],
  ['after a row of numbers', ['1;2;3', 'a;b;c', 'x;y;z'], 2],
  ['none among numbers', ['1;2;3', '4;5;6'], 0],
  ['none among years alone', ['2019;2020', '2021;2022'], 0],
  ['none in an empty tab', [], null],
  ['none in a tab of white space', [' ', ';  '], null],
];

test.each(sheets)('the header row is found: %s', async (_, lines, headerRow) => {
  const tab = await deriveSheet(lines);
  expect(tab.headerRow).toBe(headerRow);
  if (headerRow === null) expect(tab).toMatchObject({ columns: [], rows: 0, warnings: [] });
});

describe('without a header row', () => {
  const numbers = ['1;;2.5', '3;;4'];

  test('columns are named by their letters, and every row is data', async () => {
    const tab = await deriveSheet(['', ...numbers]);
    expect(tab.headerRow).toBe(0);
    expect(tab.columns).toMatchObject([
      { key: 'A', header: 'A', slug: 'a', cell: 'A', type: 'integer' },
      { key: 'C', header: 'C', slug: 'c', cell: 'C', type: 'number' },
    ]);
    expect(tab.unpacked.map(([, ...row]) => row)).toEqual([
      [2, 1, 2.5],
      [3, 3, 4],
    ]);
    expect(tab.warnings).toEqual([
      {
        code: 'no_header',
        detail: 'No row looks like a header row, so the columns are called by their letters: A, B, C.',
      },
    ]);
  });

  test('the setting of none gives no warning', async () => {
    const tab = await deriveSheet(['name;n', ...numbers], { headerRow: 0 });
    expect(tab).toMatchObject({ headerRow: 0, rows: 3, warnings: [{ code: 'mixed_types' }] });
    expect(tab.values('A')).toEqual(['name', '1', '3']);
    expect((await deriveSheet(numbers, { headerRow: 0 })).warnings).toEqual([]);
  });

  test('a tab that is written to keeps its letters, whatever was written', async () => {
    const known = (await deriveSheet(numbers)).columns;
    const tab = await deriveSheet(['name;;n', ...numbers], { known });
    expect(tab.columns.map(({ key }) => key)).toEqual(['A', 'C']);
    expect(tab.rows).toBe(3);
  });

  test('all of many rows are data', async () => {
    const rows = Array.from({ length: 2_000 }, (_, n) => [n, n % 7]);
    const tab = await derive(rows);
    expect(tab.values('A')).toEqual(rows.map(([n]) => n));
    expect(tab.column('B')).toMatchObject({ type: 'integer', nullable: false });
  });
});

test('a header row without rows is a valid empty tab', async () => {
  const tab = await deriveSheet(['name;age']);
  const empty = { type: 'text', nullable: true, unique: false, examples: [] };
  expect(tab.rows).toBe(0);
  expect(tab.columns).toEqual([
    { key: 'name', header: 'name', slug: 'name', cell: 'A1', ...empty },
    { key: 'age', header: 'age', slug: 'age', cell: 'B1', ...empty },
  ]);
});

test('numbers are recognised in the text of CSV', async () => {
  expect((await deriveCsv(['1;2;3', 'a;b;c', 'x;y;z'])).headerRow).toBe(2);
  expect((await deriveCsv(['Country;2019;2020', 'Norway;1;2'])).headerRow).toBe(1);
});

test('only the top of a tab is searched', async () => {
  const numbers = Array.from({ length: 60 }, (_, n) => [n, n]);
  expect((await derive([...numbers, ['a', 'b']])).headerRow).toBe(0);
});

test('rows far below the top are read like those at the top', async () => {
  const rows = Array.from({ length: 120 }, (_, n) => [`x${n}`, n]);
  const tab = await derive([['Title'], [], ['name', 'n'], ...rows]);
  expect(tab.rows).toBe(120);
  expect(tab.values('n')).toEqual(rows.map(([, n]) => n));
  expect(tab.column('n').type).toBe('integer');
});

describe('a header row that was set', () => {
  const rows = ['Title;of;it', 'name;city;age', 'Ann;Oslo;5', 'Ben;Rome;6'];

  test('overrides the detected one', async () => {
    const tab = await deriveSheet(rows, { headerRow: 3 });
    expect(tab.columns.map(({ key }) => key)).toEqual(['Ann', 'Oslo', '5']);
    expect(tab.rows).toBe(1);
    expect(warned(tab, 'skipped_rows')).toEqual(['A1: Rows 1 to 2 stand above the header row and are not in the API.']);
  });

  test('can be null, and is then detected', async () => {
    expect((await deriveSheet(rows, { headerRow: null })).headerRow).toBe(1);
  });

  test('can be blank: its columns are named by their letters', async () => {
    const tab = await deriveSheet(['a;b', '', 'x;y'], { headerRow: 2 });
    expect(tab.columns.map(({ key }) => key)).toEqual(['column_A', 'column_B']);
    expect(tab.rows).toBe(1);
  });

  test('can be below the last row', async () => {
    expect(await deriveSheet(rows, { headerRow: 99 })).toMatchObject({ headerRow: 99, columns: [], rows: 0 });
  });
});

describe('rows that are left out', () => {
  test('are blank, or have only white space', async () => {
    const tab = await deriveCsv(['name;age', 'Ann;5', '', ' ;  ', 'Ben;6', '']);
    expect(tab.unpacked.map(([id, row]) => [id, row])).toEqual([
      ['r_2', 2],
      ['r_5', 5],
    ]);
    expect(warned(tab, 'skipped_rows')).toEqual(['A3: 2 blank rows are left out, the first of them row 3.']);
  });

  test('are counted if there is one', async () => {
    expect(warned(await deriveCsv(['name;age', '', 'Ben;6']), 'skipped_rows')).toEqual([
      'A2: One blank row is left out, row 2.',
    ]);
  });

  test('include a title', async () => {
    expect(warned(await deriveSheet(['Report', 'a;b', 'x;y']), 'skipped_rows')).toEqual([
      'A1: Row 1 stands above the header row and is not in the API.',
    ]);
  });

  test('are not mentioned if there are none', async () => {
    expect((await deriveCsv(['name;age', 'Ann;5', 'Ben;6'])).warnings).toEqual([]);
  });
});
