import { cellsOf, importBytes, rawRows } from '../../../fixtures/workbookFiles';

const read = (content: Uint8Array | string, name = 'data.csv') => cellsOf(name, content);

const utf16 = (text: string, bigEndian = false) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

describe('encodings', () => {
  const text = 'città,π\nMünchen,東京 😀\n';
  const cells = [
    ['città', 'π'],
    ['München', '東京 😀'],
  ];

  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16, little end first', utf16(text)],
    ['UTF-16, big end first', utf16(text, true)],
  ])('%s', async (_, bytes) => {
    expect(await read(bytes)).toEqual(cells);
  });

  test('Windows-1252 if the bytes are not valid UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('a,b\nM'), Buffer.from([0xfc, 0x80, 0x93]), Buffer.from('n,x\n')]);
    expect(await read(bytes)).toEqual([
      ['a', 'b'],
      ['Mü€“n', 'x'],
    ]);
  });

  test('a file with invalid UTF-8 only at its end is Windows-1252 from the start', async () => {
    const lines = `é;b\n${'x;y\n'.repeat(40_000)}`;
    const bytes = Buffer.concat([Buffer.from(lines), Buffer.from('Größe und Straße, Müller für Jäger', 'latin1')]);
    const rows = await read(bytes);
    expect(rows[0]).toEqual(['Ã©', 'b']);
    expect(rows.at(-1)).toEqual(['Größe und Straße, Müller für Jäger']);
  });

  test('characters can span two pieces of the file', async () => {
    const long = '東'.repeat(200_000).replace(/(.{40000})/g, '$1\n');
    expect((await read(long)).map(([cell]) => cell)).toEqual(Array.from({ length: 5 }, () => '東'.repeat(40_000)));
  });
});

describe('separators', () => {
  test.each([
    ['commas', 'a,b,c\n1,2,3\n'],
    ['semicolons', 'a;b;c\n1;2;3\n'],
    ['tabs', 'a\tb\tc\n1\t2\t3\n'],
    ['bars', 'a|b|c\n1|2|3\n'],
    ['the separator in a sep= line', 'sep=|\r\na|b|c\n1|2|3\n'],
    ['the separator in a quoted sep= line', '"sep=;"\na;b;c\n1;2;3\n'],
    ['the separator in a sep= line, even if unlikely', 'sep=;\na;b;c\n1;2;3\n'],
  ])('%s', async (_, text) => {
    expect(await read(text)).toEqual([
      ['a', 'b', 'c'],
      ['1', '2', '3'],
    ]);
  });

  test.each([
    ['semicolons', 'Preis;Menge\n1,50;2\n2,75;3\n', [1.5, 2.75]],
    ['semicolons, with thousands', 'Preis;Menge\n1.234,50;2\n1.234.567,89;3\n', [1234.5, 1234567.89]],
    ['tabs', 'Preis\tMenge\n1,50\t2\n2,75\t3\n', [1.5, 2.75]],
    ['commas', 'Preis,Menge\n"1,50",2\n"2,75",3\n', ['1,50', '2,75']],
  ])('can separate decimal commas: %s', async (_, text, examples) => {
    const { tabs } = await importBytes('a.csv', Buffer.from(text));
    expect(tabs[0]?.derived.columns[0]?.examples).toEqual(examples);
  });

  test('do not count in quotes', async () => {
    expect((await read('name,say\n"a;b;c","d;e"\n"f;g;h","i;j"\n'))[1]).toEqual(['a;b;c', 'd;e']);
  });

  test('are found below a title line', async () => {
    expect((await read('Prices, 2025\na;b;c\n1;2;3\n4;5;6\n'))[1]).toEqual(['a', 'b', 'c']);
  });

  test('are not needed in one column', async () => {
    expect(await read('name\nAda\nGrace\n')).toEqual([['name'], ['Ada'], ['Grace']]);
  });
});

describe('fields', () => {
  test.each([
    ['quotes, doubled quotes and line ends in quotes', '"x ""y""","1\r\n2"\n', [['x "y"', '1\r\n2']]],
    ['quotes inside a field', '5" pipe,3\n', [['5" pipe', '3']]],
    ['text after a closing quote', '"x"y,z\n', [['"x"y', 'z']]],
    ['every line end', '1\r2\r\n3\n4', [['1'], ['2'], ['3'], ['4']]],
    ['spaces and zeros are kept', ' b ,007,1e5\n', [[' b ', '007', '1e5']]],
    ['lines of any length', '1\n1,2,3\n', [['1'], ['1', '2', '3']]],
    ['empty fields', ',2,\n', [[null, '2']]],
  ])('%s', async (_, text, cells) => {
    expect(await read(`a,b\n${text}`)).toEqual([['a', 'b'], ...cells]);
  });

  test('blank lines are left out and counted', async () => {
    const { tabs } = await importBytes('a.csv', 'a,b\n\n\n1,2\n,,\n3,4\n');
    expect(tabs[0] && (await rawRows(tabs[0])).map(({ row }) => row)).toEqual([1, 4, 6]);
  });

  test('an unclosed quote has a warning with its row', async () => {
    await expect(read('a,b\n1,2\n"3,4\n5,6\n')).rejects.toMatchObject({
      code: 'damaged_workbook',
      detail: 'The file is damaged: a quotation mark in row 3 is never closed.',
    });
  });

  test.each(['', '\n', `\n${'1,2\n'.repeat(200_000)}`])(
    'a row that is too wide is refused, whatever follows',
    async (rest) => {
      await expect(read(`a,b\n${','.repeat(20_000)}x${rest}`)).rejects.toMatchObject({ code: 'too_large' });
    },
  );

  test('an unclosed quote ends a long file early', async () => {
    await expect(read(`a,b\n1,"2\n${'3,4\n'.repeat(1_100_000)}`)).rejects.toMatchObject({
      code: 'too_large',
      detail: 'Row 2 has more than 4 million characters. Perhaps a quotation mark in it is never closed.',
    });
  });

  test('long fields can span pieces of the file', async () => {
    const long = `${'x'.repeat(32_000)}""`;
    const rows = await read(`a\r\n${`"${long}",${long}\r\n`.repeat(40)}`);
    expect(rows.slice(1)).toEqual(Array.from({ length: 40 }, () => [`${'x'.repeat(32_000)}"`, long]));
  });
});

test.each([
  ['sales 2025.csv', 'sales 2025'],
  ['C:\\Users\\me\\data.tsv', 'data'],
  ['archive.2025.csv', 'archive.2025'],
  ['.csv', 'Sheet1'],
  ['', 'Sheet1'],
])('the tab of %j is called %j', async (name, title) => {
  const { tabs } = await importBytes(name, 'a\n1\n');
  expect(tabs[0]?.head).toMatchObject({ title, sheetId: 0, typed: false, hidden: false, merges: [] });
});

test('a text of blanks only is an empty tab', async () => {
  expect((await importBytes('a.csv', '\n\n')).tabs).toMatchObject([{ derived: { rows: 0, headerRow: null } }]);
});
