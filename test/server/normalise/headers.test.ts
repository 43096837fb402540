import { ownNames } from '../../../src/server/normalise/headers';
import { cellXml, importBytes, xlsx } from '../../fixtures/workbookFiles';
import { derive, deriveCsv, unpack, warned } from './derived';

const keysOf = async (...lines: string[]) => (await deriveCsv(lines)).columns.map(({ key }) => key);

describe('keys', () => {
  test.each([
    ['as written', ['Name;Founded in', 'Kaffa;2009'], ['Name', 'Founded in']],
    ['trimmed', ['  Name ; City', 'Kaffa;Oslo'], ['Name', 'City']],
    ['a duplicate is numbered', ['price;price;name', '1;2;x'], ['price', 'price_2', 'name']],
    ['and another duplicate', ['price;price;price', '1;2;x'], ['price', 'price_2', 'price_3']],
    ['a header that is literally price_2 keeps it', ['price;price;price_2', '1;2;x'], ['price', 'price_3', 'price_2']],
    ['also when it comes first', ['price_2;price;price', '1;2;x'], ['price_2', 'price', 'price_3']],
    [
      'also when it is a duplicate itself',
      ['price;price_2;price_2;price', 'a;2;x;y'],
      ['price', 'price_2', 'price_2_2', 'price_3'],
    ],
    ['keys are case-sensitive', ['Name;name', 'a;b'], ['Name', 'name']],
    ['blank over data', ['name;city;', 'Ann;Oslo;5'], ['name', 'city', 'column_C']],
    ['white space over data', ['name;  ;city', 'Ann;5;Oslo'], ['name', 'column_B', 'city']],
    ['blank over nothing is dropped', ['name;;city', 'Ann;;Oslo', 'Ben; ;Rome'], ['name', 'city']],
    ['data beyond the headers', ['name;city', 'Ann;Oslo;5'], ['name', 'city', 'column_C']],
    ['blank beside a real column_B', ['column_B;;x', 'Ann;5;y'], ['column_B', 'column_B_2', 'x']],
    ['a leading underscore gets one more', ['_id;__x;name_', 'a;b;c'], ['__id', '___x', 'name_']],
    [
      'properties of objects are ordinary',
      ['constructor;toString;hasOwnProperty', 'a;b;c'],
      ['constructor', 'toString', 'hasOwnProperty'],
    ],
    ['__proto__ is ordinary', ['__proto__;name', 'a;b'], ['___proto__', 'name']],
    ['double __proto__', ['__proto__;__proto__', 'a;b'], ['___proto__', '___proto___2']],
  ])('%s', async (_, lines, keys) => {
    expect(await keysOf(...lines)).toEqual(keys);
  });

  test('are numbers, dates and booleans as displayed', async () => {
    const date = { kind: 'date', value: '2024-01-01' } as const;
    const header = ['Item', 2019, { kind: 'number', value: 0.5, text: '50 %' } as const, date, true];
    const tab = await derive([header, ['Tea', 1, 2, 3, 4]], { headerRow: 1 });
    expect(tab.columns.map(({ key }) => key)).toEqual(['Item', '2019', '50 %', '2024-01-01', 'TRUE']);
  });

  test('are letters if the header has an error', async () => {
    const header = ['Name', { kind: 'error', value: '#REF!' } as const, 'City'];
    const tab = await derive([header, ['Ann', 5, 'Oslo']]);
    expect(tab.columns[1]).toMatchObject({ key: 'column_B', header: '' });
  });

  test('are the beginning of a long header, which is in the schema', async () => {
    const long = `${'🧡x'.repeat(127)} and more`;
    const tab = await deriveCsv([`${long}1;${long}2;short`, 'a;b;c']);
    const key = '🧡x'.repeat(127);
    expect(tab.columns.map((column) => column.key)).toEqual([key, `${key}_2`, 'short']);
    expect(tab.columns.map(({ header }) => header)).toEqual([`${long}1`, `${long}2`, 'short']);
    expect(warned(tab, 'cut_text')).toEqual([
      'A1: The header in A1 has more than 255 characters. Its column has the first 255 as name in the API.',
      'B1: The header in B1 has more than 255 characters. Its column has the first 255 as name in the API.',
    ]);
    expect(tab.warnings.map(({ code }) => code)).toContain('duplicate_header');
    expect(ownNames(tab.columns)).toEqual(new Set(['short']));
  });

  test('pollute no prototype, and every row has every value', async () => {
    const tab = await deriveCsv(['__proto__;constructor;b', 'x;y;z', ';;1']);
    expect(tab.unpacked).toEqual([
      ['r_2', 2, 'x', 'y', 'z'],
      ['r_3', 3, null, null, '1'],
    ]);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

describe('warnings', () => {
  test('name the cell of a repeated header', async () => {
    expect(warned(await deriveCsv(['name;price;price', 'x;1;2']), 'duplicate_header')).toEqual([
      'C1: Two columns are called price. The second one, C1, is price_2 in the API.',
    ]);
  });

  test('name three of them', async () => {
    expect(warned(await deriveCsv(['a;a;a', 'x;1;2']), 'duplicate_header')).toEqual([
      'B1: Three columns are called a. The second one, B1, is a_2 in the API.',
      'C1: Three columns are called a. The third one, C1, is a_3 in the API.',
    ]);
  });

  test('count more of them', async () => {
    const names = Array.from({ length: 12 }, () => 'a').join(';');
    const told = warned(await deriveCsv([names, names.replaceAll('a', 'x')]), 'duplicate_header');
    expect(told[10]).toBe('L1: 12 columns are called a. Number 12, L1, is a_12 in the API.');
  });

  test('name the cell of a blank header', async () => {
    expect(warned(await deriveCsv(['name;city;', 'Ann;Oslo;5']), 'blank_header')).toEqual([
      'C1: Column C has values but no header. It is column_C in the API.',
    ]);
  });

  test('name the cell of each header', async () => {
    const tab = await deriveCsv(['World reference', '', 'key;value', 'a;b']);
    expect(tab.columns.map(({ cell }) => cell)).toEqual(['A3', 'B3']);
  });
});

describe('slugs', () => {
  test.each([
    ['First Name', 'first_name'],
    ['ISO3166-1-Alpha-3', 'iso3166_1_alpha_3'],
    ['Land Locked Developing Countries (LLDC)', 'land_locked_developing_countries_lldc'],
    ['Größe (cm)', 'grosse_cm'],
    ['Ångström', 'angstrom'],
    ['Łódź', 'lodz'],
    ['Søster & Bror', 'soster_bror'],
    ['ﬁnal ½', 'final_1_2'],
    ['国名', 'column_b'],
    ['Имя', 'column_b'],
    ['!!!', 'column_b'],
    ['_hidden', 'hidden'],
    ['İstanbul', 'istanbul'],
  ])('%s is %s', async (header, slug) => {
    const tab = await deriveCsv([`first;${header};other`, 'a;b;c']);
    expect(tab.columns[1]?.slug).toBe(slug);
  });

  test('are unique', async () => {
    const tab = await deriveCsv(['First Name;first name;FIRST_NAME;first_name_2', 'a;b;c;d']);
    const slugs = tab.columns.map(({ slug }) => slug);
    expect(slugs[0]).toBe('first_name');
    expect(new Set(slugs).size).toBe(4);
  });
});

test('two thousand columns of one name are numbered quickly', async () => {
  const tab = await derive([Array.from({ length: 2000 }, () => 'x'), Array.from({ length: 2000 }, () => 1)]);
  expect(tab.columns[1999]?.key).toBe('x_2000');
});

describe('header cells that are numbers or datetimes', () => {
  const formats = {
    codes: ['mmm-yy', '0%', '#,##0.00', 'General "units"'],
    columns: [
      [1, [1, 0]],
      [2, [1, 1, 2, -1]],
      [3, [1, 2]],
      [4, [2, 2]],
    ],
  } as const;
  const rows = [
    ['name', { kind: 'date', value: '2024-01-01' }, 0.256, 1234.567, 7],
    ['Ann', 1, 2, 3, 4],
  ] as const;

  test('have keys as the sheet displays them', async () => {
    const tab = await derive(rows, { headerRow: 1 }, { formats });
    const shown = ['name', 'Jan-24', '26%', '1,234.57', '7'];
    expect(tab.columns.map(({ key, header }) => [key, header])).toEqual(shown.map((text) => [text, text]));
    expect(tab.values('26%')).toEqual([2]);
  });

  test('of an Excel file too, whose formats come after its rows', async () => {
    const rows = [
      `<row r="1">${['name', 'city', 'street'].map(cellXml).join('')}<c s="1"><v>45292</v></c><c s="2"><v>0.5</v></c></row>`,
      `<row r="2">${['Ann', 'Oslo', 'Storgata'].map(cellXml).join('')}<c><v>1</v></c><c><v>2</v></c></row>`,
    ].join('');
    const { tabs } = await importBytes('months.xlsx', xlsx({ formats: [0, 17, 9], sheets: [{ rows }] }));
    expect(tabs[0]?.derived.columns.map(({ key }) => key)).toEqual(['name', 'city', 'street', 'Jan-24', '50%']);
    const shown = await unpack(tabs[0]!.derived);
    expect(shown.values('50%')).toEqual([2]);
  });

  test('have keys of their values if the file has no formats', async () => {
    const tab = await derive(rows, { headerRow: 1 });
    expect(tab.columns.map(({ key }) => key)).toEqual(['name', '2024-01-01', '0.256', '1234.567', '7']);
  });
});
