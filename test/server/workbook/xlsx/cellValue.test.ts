import { cellsOf, xlsx } from '../../../fixtures/workbookFiles';

/** Reads one cell element. */
const read = async (cell: string, more: Omit<Parameters<typeof xlsx>[0], 'sheets'> = {}) =>
  (await cellsOf('a.xlsx', xlsx({ ...more, sheets: [{ rows: `<row r="1">${cell}</row>` }] })))[0]?.[0] ?? null;

test.each([
  ['a number', '<c r="A1"><v>12.5</v></c>', 12.5],
  ['a number with its type', '<c r="A1" t="n"><v>-3</v></c>', -3],
  ['a number with an exponent', '<c r="A1"><v>1.5E3</v></c>', 1500],
  ['zero', '<c r="A1"><v>0</v></c>', 0],
  ['an invalid number', '<c r="A1"><v>twelve</v></c>', 'twelve'],
  ['true', '<c r="A1" t="b"><v>1</v></c>', true],
  ['false', '<c r="A1" t="b"><v>0</v></c>', false],
  ['true in white space', '<c r="A1" t="b"><v>\n  1\n</v></c>', true],
  ['true as a word', '<c r="A1" t="b"><v>TRUE</v></c>', true],
  ['false as a word', '<c r="A1" t="b"><v>false</v></c>', false],
  ['a number in white space', '<c r="A1"><v>\n  12.5\n</v></c>', 12.5],
  ['white space for a number', '<c r="A1"><v> </v></c>', null],
  ['an error in white space', '<c r="A1" t="e"><v> #REF! </v></c>', { kind: 'error', value: '#REF!' }],
  ['an address in lower case', '<c r="a1"><v>1</v></c>', 1],
  ['text of a formula', '<c r="A1" t="str"><v>00501</v></c>', '00501'],
  ['inline text', '<c r="A1" t="inlineStr"><is><t>here</t></is></c>', 'here'],
  [
    'inline rich text',
    '<c r="A1" t="inlineStr"><is><r><t>one</t></r><r><rPr><b/></rPr><t>two</t></r></is></c>',
    'onetwo',
  ],
  ['an error', '<c r="A1" t="e"><v>#REF!</v></c>', { kind: 'error', value: '#REF!' }],
  ['an ISO date', '<c r="A1" t="d"><v>2009-04-01</v></c>', { kind: 'date', value: '2009-04-01' }],
  [
    'an ISO datetime',
    '<c r="A1" t="d"><v>2009-04-01T12:30:00.6Z</v></c>',
    { kind: 'datetime', value: '2009-04-01T12:30:00.600' },
  ],
  ['an ISO time', '<c r="A1" t="d"><v>12:30</v></c>', { kind: 'time', value: '12:30:00' }],
  [
    'an ISO datetime at hour 24',
    '<c r="A1" t="d"><v> 2009-02-28T24:00:00 </v></c>',
    { kind: 'datetime', value: '2009-03-01T00:00:00' },
  ],
  ['an ISO datetime after the last year', '<c r="A1" t="d"><v>9999-12-31T24:00</v></c>', '9999-12-31T24:00'],
  ['an invalid ISO datetime', '<c r="A1" t="d"><v>2009-04-01T24:30</v></c>', '2009-04-01T24:30'],
  ['an ISO time at hour 24', '<c r="A1" t="d"><v>24:00:00.25</v></c>', { kind: 'time', value: '24:00:00.250' }],
  [
    'an ISO duration, as Excel writes times into strict workbooks',
    '<c r="A1" t="d"><v>PT25H0M0.250S</v></c>',
    { kind: 'time', value: '25:00:00.250' },
  ],
  ['an ISO duration without a time', '<c r="A1" t="d"><v>PT</v></c>', 'PT'],
  ['an endless ISO duration', `<c r="A1" t="d"><v>PT${'9'.repeat(400)}H</v></c>`, `PT${'9'.repeat(400)}H`],
  ['a negative ISO duration', '<c r="A1" t="d"><v>-PT1H</v></c>', '-PT1H'],
  ['an invalid ISO time', '<c r="A1" t="d"><v>12:60</v></c>', '12:60'],
  ['an invalid ISO date', '<c r="A1" t="d"><v>2009-02-30</v></c>', '2009-02-30'],
  ['a cell without value', '<c r="A1" s="0"/>', null],
  ['a cell with an empty value', '<c r="A1"><v></v></c>', null],
  ['empty text', '<c r="A1" t="str"><v></v></c>', null],
  ['a prefix on every name', '<x:c r="A1" t="str"><x:v>prefixed</x:v></x:c>', 'prefixed'],
  ['insignificant space', '<c r="A1" t="str"><v> a </v></c>', 'a'],
  ['significant space', '<c r="A1" t="str"><v xml:space="preserve"> a </v></c>', ' a '],
  ['CDATA', '<c r="A1" t="str"><v>a<![CDATA[<b>]]>c</v></c>', 'a<b>c'],
  ['character references', '<c r="A1" t="str"><v>a&amp;b&#233;&#x1F600;</v></c>', 'a&bé😀'],
  ['an escaped line end', '<c r="A1" t="str"><v>a_x000D__x000a_b</v></c>', 'a\r\nb'],
  ['an escaped escape', '<c r="A1" t="str"><v>_x005F_x000D_</v></c>', '_x000D_'],
])('%s', async (_, cell, expected) => {
  expect(await read(cell)).toEqual(expected);
});

describe('shared texts', () => {
  const strings = [
    '<si><t>plain</t></si>',
    '<si><t xml:space="preserve"> kept </t></si>',
    '<si><t>\n not meant </t></si>',
    '<si><r><t xml:space="preserve">two </t></r><r><rPr><b/></rPr><t>runs</t></r></si>',
    '<si><t>東京</t><rPh sb="0" eb="2"><t>とうきょう</t></rPh><phoneticPr fontId="1"/></si>',
    '<si/>',
    `<si><t>${'é'.repeat(40_000)}</t></si>`,
  ].join('');

  test.each([
    [0, 'plain'],
    [1, ' kept '],
    [2, 'not meant'],
    [3, 'two runs'],
    [4, '東京'],
    [5, null],
    [6, 'é'.repeat(40_000)],
  ])('number %i', async (index, expected) => {
    expect(await read(`<c r="A1" t="s"><v>${index}</v></c>`, { strings })).toEqual(expected);
  });

  test('can be hundreds of thousands', async () => {
    const count = 200_000;
    const many = Array.from({ length: count }, (_, at) => `<si><t>text ${at} ü</t></si>`).join('');
    expect(await read(`<c r="A1" t="s"><v>${count - 1}</v></c>`, { strings: many })).toBe(`text ${count - 1} ü`);
  });

  test.each(['7', '-1', 'x'])('a missing one (%s) means that the file is damaged', async (index) => {
    await expect(read(`<c r="A1" t="s"><v>${index}</v></c>`, { strings })).rejects.toMatchObject({
      code: 'damaged_workbook',
    });
  });
});

describe('formulas', () => {
  test.each([
    ['a number', '<c r="A1"><f>1+1</f><v>2</v></c>', { kind: 'number', value: 2, formula: '1+1' }],
    ['a text', '<c r="A1" t="str"><f>"a"&amp;"b"</f><v>ab</v></c>', { kind: 'text', value: 'ab', formula: '"a"&"b"' }],
    ['an empty text', '<c r="A1" t="str"><f>""</f><v></v></c>', { kind: 'text', value: '', formula: '""' }],
    ['an error', '<c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c>', { kind: 'error', value: '#DIV/0!', formula: '1/0' }],
    ['no cached value', '<c r="A1"><f>NOW()</f></c>', { kind: 'text', value: null, formula: 'NOW()' }],
    [
      'an array',
      '<c r="A1"><f t="array" ref="A1:A2">B1:B2</f><v>7</v></c>',
      { kind: 'number', value: 7, formula: 'B1:B2' },
    ],
  ])('with %s as their cached value', async (_, cell, expected) => {
    expect(await read(cell)).toEqual(expected);
  });

  test.each([
    ['A1+$B1+B$1+$B$1', 'B2+$B2+C$1+$B$1'],
    ['SUM(A1:C3)', 'SUM(B2:D4)'],
    ['SUM(A:C)+SUM($A:C)+SUM(2:3)', 'SUM(B:D)+SUM($A:D)+SUM(3:4)'],
    ['LOG10(A1)&"A1"', 'LOG10(B2)&"A1"'],
    ["'Q1 A1'!A1+Q1!A1", "'Q1 A1'!B2+Q1!B2"],
    ['Table1[A1]+[1]Sheet1!Z9', 'Table1[A1]+[1]Sheet1!AA10'],
    ['"say ""A1"""&A1', '"say ""A1"""&B2'],
    ['TAX2024_A1+A1', 'TAX2024_A1+B2'],
  ])('shared: %s becomes %s one row down and one column on', async (formula, moved) => {
    const text = formula.replaceAll('&', '&amp;');
    const rows =
      `<row r="1"><c r="A1"><f t="shared" ref="A1:B2" si="0">${text}</f><v>1</v></c></row>` +
      '<row r="2"><c r="B2"><f t="shared" si="0"/><v>2</v></c></row>';
    const cells = await cellsOf('a.xlsx', xlsx({ sheets: [{ rows }] }));
    expect(cells[0]?.[0]).toEqual({ kind: 'number', value: 1, formula });
    expect(cells[1]?.[1]).toEqual({ kind: 'number', value: 2, formula: moved });
  });
});
