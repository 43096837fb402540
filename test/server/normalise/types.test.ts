import type { ColumnType } from '../../../src/contract/rows';
import type { RawCell } from '../../../src/server/rawTab/rawCells';
import type { RawTabHead } from '../../../src/server/rawTab/rawTab';
import { derive, deriveCsv, warned } from './derived';

const date = (value: string): RawCell => ({ kind: 'date', value });
const datetime = (value: string): RawCell => ({ kind: 'datetime', value });
const time = (value: string): RawCell => ({ kind: 'time', value });
const error = (value: string): RawCell => ({ kind: 'error', value });

/** Derives a column called `c` beside one of names, so that no row is blank. */
const sheetOf = (cells: readonly RawCell[]) => [['name', 'c'], ...cells.map((cell, n) => [`n${n}`, cell])];
const csvOf = (texts: readonly string[]) => ['name;c', ...texts.map((text, n) => `n${n};${text}`)];

/** Texts of a column, its type, and its values if they are not the texts. */
const fromText: [string, string[], ColumnType, unknown[]?][] = [
  ['integers', ['1', '-20', '0'], 'integer', [1, -20, 0]],
  ['integers with white space around', [' 1', '2 '], 'integer', [1, 2]],
  ['integers beside blanks', ['1', '', '  ', '4'], 'integer', [1, null, null, 4]],
  ['fifteen digits', ['123456789012345'], 'integer', [123456789012345]],
  ['sixteen digits', ['1234567890123456'], 'text'],
  ['decimals', ['1.5', '-0.25', '3'], 'number', [1.5, -0.25, 3]],
  ['thousands commas before decimal points', ['1,234.50', '999.99', '1,000'], 'number', [1234.5, 999.99, 1000]],
  ['thousands commas in whole numbers', ['1,234', '2,345'], 'text'],
  ['decimals with zeros at their end', ['285.03', '297.0', '1.10', '-0.50'], 'number', [285.03, 297, 1.1, -0.5]],
  ['fifteen digits and zeros behind them', ['0.12345678901234500'], 'number', [0.123456789012345]],
  ['exponents beside decimals', ['0.5', '5E-104', '1e+3', '-2e3'], 'number', [0.5, 5e-104, 1000, -2000]],
  ['an exponent with decimals of its own', ['1.5e-07', '2'], 'number', [1.5e-7, 2]],
  ['an exponent that is too large', ['0.5', '1e400'], 'text'],
  ['an exponent that leaves nothing', ['0.5', '1e-400'], 'text'],
  ['an exponent behind a leading zero', ['0.5', '01e2'], 'text'],
  ['tiny decimals', ['0.0000001'], 'number', [0.0000001]],
  ['sixteen digits behind the point', ['0.1234567890123456'], 'text'],
  ['leading zeros', ['00501', '12345'], 'text'],
  ['a leading plus', ['+47', '46'], 'text'],
  ['a code like an exponent', ['1e5', '2'], 'text'],
  ['no digit before the point', ['.5', '-.25'], 'number', [0.5, -0.25]],
  ['no digit behind the point', ['5.'], 'text'],
  ['negative zero', ['-0'], 'integer', [0]],
  ['negative zero with places', ['-0.00', '1.00'], 'number', [0, 1]],
  ['hexadecimal', ['0x10'], 'text'],
  ['many digits before a letter', Array.from({ length: 20 }, (_, n) => `${'1'.repeat(49_000)}x${n}`), 'text'],
  ['many zeros between digits', Array.from({ length: 20 }, (_, n) => `0.1${'0'.repeat(49_000)}1${n}`), 'text'],
  ['names of numbers', ['NaN', 'Infinity'], 'text'],
  ['a per cent sign', ['50%'], 'text'],
  ['other digits', ['٤٢'], 'text'],
  ['one text among numbers', ['1', 'n/a', '3'], 'text'],
  ['booleans in any case', ['TRUE', 'false', 'True', 'FALSE'], 'boolean', [true, false, true, false]],
  ['yes and no', ['yes', 'no'], 'text'],
  ['booleans and numbers', ['TRUE', '1'], 'text'],
  ['dates', ['2009-04-01', '2024-02-29'], 'date', ['2009-04-01', '2024-02-29']],
  ['a day that does not exist', ['2009-02-30'], 'text'],
  ['ambiguous dates', ['01/02/2009', '03/04/2009'], 'text'],
  [
    'datetimes',
    ['2009-04-01T12:30:00', '2009-04-01 12:30'],
    'datetime',
    ['2009-04-01T12:30:00', '2009-04-01T12:30:00'],
  ],
  ['datetimes with fractions', ['2009-04-01T12:30:00.250'], 'datetime', ['2009-04-01T12:30:00.250']],
  [
    'datetimes with a zone',
    ['2009-04-01T12:30:00Z', '2009-04-01T12:30+02:00'],
    'datetime',
    ['2009-04-01T12:30:00Z', '2009-04-01T12:30:00+02:00'],
  ],
  ['datetimes with and without a zone', ['2009-04-01T12:30:00Z', '2009-04-01T12:30:00'], 'text'],
  ['an hour that does not exist', ['2009-04-01T25:30:00'], 'text'],
  [
    'dates and datetimes',
    ['2009-04-01', '2009-04-02T12:30:00'],
    'datetime',
    ['2009-04-01T00:00:00', '2009-04-02T12:30:00'],
  ],
  ['times', ['12:30', '23:59:59'], 'time', ['12:30:00', '23:59:59']],
  ['times that do not exist', ['24:00'], 'text'],
  ['durations', ['1:30'], 'text'],
  ['dates and times', ['2009-04-01', '12:30'], 'text'],
  ['text with white space around', [' a', 'b '], 'text'],
  ['nothing at all', ['', ''], 'text', [null, null]],
];

test.each(fromText)('from text: %s', async (_, texts, type, values = texts) => {
  const tab = await deriveCsv(csvOf(texts));
  expect(tab.column('c').type).toBe(type);
  expect(tab.values('c')).toEqual(values);
});

const withCommas: [string, '.' | ',' | '.,', string[], ColumnType, unknown[]?][] = [
  ['decimal commas', '.,', ['1,5', '-0,25', '1000'], 'number', [1.5, -0.25, 1000]],
  ['decimal commas with exponents', '.,', ['1,5E-7', '2e3', ',5'], 'number', [1.5e-7, 2000, 0.5]],
  ['decimal points, where commas count too', '.,', ['1.5', '2.25'], 'number', [1.5, 2.25]],
  ['both signs in one column', '.,', ['1,5', '1.5'], 'text'],
  [
    'thousands points before decimal commas',
    '.,',
    ['1.234,50', '2,5', '-1.234.567,89'],
    'number',
    [1234.5, 2.5, -1234567.89],
  ],
  ['thousands points beside decimal commas', '.,', ['1.234.567', '2,5'], 'number', [1234567, 2.5]],
  ['a point that may be either, beside commas', '.,', ['1.234', '2,5'], 'text'],
  ['thousands points alone', '.,', ['1.234.567', '2.345.678'], 'text'],
  ['thousands points beside decimal points', '.,', ['1.234.567', '2.5'], 'text'],
  ['thousands commas, where commas count too', '.,', ['1,234.50', '2.5'], 'number', [1234.5, 2.5]],
  ['thousands of both kinds', '.,', ['1,234.50', '1.234,50'], 'text'],
  [
    'thousands points, where only commas count',
    ',',
    ['1.234,50', '1.234', '2.345.678', '12'],
    'number',
    [1234.5, 1234, 2345678, 12],
  ],
  ['thousands points in whole numbers, where only commas count', ',', ['1.234', '12'], 'integer', [1234, 12]],
  ['thousands commas, where only points count', '.', ['1,234.5', '1,234', '0.5'], 'number', [1234.5, 1234, 0.5]],
  ['thousands commas in whole numbers, where only points count', '.', ['1,234', '999,999'], 'integer', [1234, 999999]],
  ['groups of other lengths', ',', ['12.34,5', '1.2345', '.123,5', '1234.567,5'], 'text'],
  ['thousands after a leading zero or plus', ',', ['0.123,5', '+1.234,5'], 'text'],
  ['thousands of more than 15 digits', ',', ['1.234.567.890.123.456,7', '2'], 'text'],
  ['thousands with the same sign before decimals', ',', ['1,234,5', '1,234,567'], 'text'],
  ['leading zeros before a comma', '.,', ['00,5', '1,5'], 'text'],
  ['commas where only points count', '.', ['1,5', '2,5'], 'text'],
  ['points where only commas count', ',', ['1.50', '2.25'], 'text'],
  ['commas where only they count', ',', ['1,50', '2'], 'number', [1.5, 2]],
];

test.each(withCommas)('from text: %s', async (_, decimals, texts, type, values = texts) => {
  const tab = await derive(sheetOf(texts), {}, { typed: false, decimals });
  expect(tab.column('c').type).toBe(type);
  expect(tab.values('c')).toEqual(values);
});

test('a set type reads decimal commas if they are chosen', async () => {
  const cells = sheetOf(['1,5', 'x']);
  const tab = await derive(cells, { columnTypes: { c: 'number' } }, { typed: false, decimals: '.,' });
  expect(tab.values('c')).toEqual([1.5, 'x']);
});

const fromCells: [string, RawCell[], ColumnType, unknown[]][] = [
  ['integers', [1, -2, 3], 'integer', [1, -2, 3]],
  ['integers and decimals', [1, 2.5], 'number', [1, 2.5]],
  ['an integer that is not exact', [2 ** 60], 'number', [2 ** 60]],
  ['formatted numbers keep their value', [{ kind: 'number', value: 0.5, text: '50 %' }, 1], 'number', [0.5, 1]],
  ['numbers and blank texts', [1, '', ' ', null], 'integer', [1, null, null, null]],
  ['text that looks like a number', ['00501', '12'], 'text', ['00501', '12']],
  [
    'a number beside text, as written',
    ['00501', 12, { kind: 'number', value: 0.5, text: '50 %' }],
    'text',
    ['00501', '12', '50 %'],
  ],
  ['booleans', [true, { kind: 'boolean', value: false }], 'boolean', [true, false]],
  [
    'numbers beside text, as shown where that says it all',
    [
      'x',
      { kind: 'number', value: 501, text: '00501' },
      { kind: 'number', value: 1234.5, text: '$1,234.50' },
      { kind: 'number', value: 12.34, text: '12' },
      { kind: 'number', value: 12_000, text: '12' },
      { kind: 'number', value: 5, text: '500%' },
      { kind: 'number', value: -5, text: '(5)' },
      { kind: 'number', value: -5, text: '5' },
    ],
    'text',
    ['x', '00501', '$1,234.50', '12.34', '12000', '500%', '(5)', '-5'],
  ],
  ['a boolean beside text', [true, 'x'], 'text', ['TRUE', 'x']],
  ['a boolean beside a number', [false, 1], 'text', ['FALSE', '1']],
  ['dates', [date('2009-04-01'), date('2010-01-01')], 'date', ['2009-04-01', '2010-01-01']],
  ['text that looks like a date', ['2009-04-01'], 'text', ['2009-04-01']],
  [
    'dates and datetimes',
    [date('2009-04-01'), datetime('2009-04-02T12:30:00')],
    'datetime',
    ['2009-04-01T00:00:00', '2009-04-02T12:30:00'],
  ],
  ['times', [time('12:30:00')], 'time', ['12:30:00']],
  [
    'a date beside text, as shown',
    [{ kind: 'date', value: '2009-04-01', text: '1 April 2009' }, 'soon'],
    'text',
    ['1 April 2009', 'soon'],
  ],
  ['dates beside numbers', [date('2009-04-01'), 5], 'text', ['2009-04-01', '5']],
  ['values of formulas', [{ kind: 'number', value: 3, formula: 'A1+1' }, 4], 'integer', [3, 4]],
  ['formulas without a value', [{ kind: 'number', value: null, formula: 'A1+1' }, 4], 'integer', [null, 4]],
  ['formulas of a blank text', [{ kind: 'text', value: '', formula: 'IF(A1,1,"")' }, 4], 'integer', [null, 4]],
  ['errors', [error('#REF!'), 4], 'integer', [null, 4]],
  ['errors alone', [error('#N/A')], 'text', [null]],
  ['negative zero', [-0, 1], 'integer', [0, 1]],
];

test.each(fromCells)('from cells: %s', async (_, cells, type, values) => {
  const tab = await derive(sheetOf(cells));
  expect(tab.column('c').type).toBe(type);
  expect(tab.values('c')).toEqual(values);
});

const forced: [ColumnType, RawCell[], unknown[]][] = [
  [
    'text',
    [1, true, date('2009-04-01'), { kind: 'number', value: 0.5, text: '50 %' }, null],
    ['1', 'TRUE', '2009-04-01', '50 %', null],
  ],
  ['integer', ['00501', '+5', '1e3', 7, 7.0, ' 8 '], [501, 5, 1000, 7, 7, 8]],
  ['integer', ['1.5', 2.5, 'x', true, '12345678901234567890'], ['1.5', '2.5', 'x', 'TRUE', '12345678901234567890']],
  ['number', ['1.50', '.5', '-3', 4, '1e400', '1,5'], [1.5, 0.5, -3, 4, '1e400', '1,5']],
  ['boolean', ['true', 'FALSE', 1, '0', 2, 'yes'], [true, false, true, false, '2', 'yes']],
  [
    'date',
    ['2009-04-01', datetime('2009-04-01T00:00:00'), datetime('2009-04-01T12:30:00'), '01/02/2009', 5],
    ['2009-04-01', '2009-04-01', '2009-04-01T12:30:00', '01/02/2009', '5'],
  ],
  [
    'datetime',
    [date('2009-04-01'), '2009-04-01 12:30', 'soon'],
    ['2009-04-01T00:00:00', '2009-04-01T12:30:00', 'soon'],
  ],
  ['time', ['12:30', time('01:02:03'), 'noon'], ['12:30:00', '01:02:03', 'noon']],
];

test.each(forced)('a set type: %s of %j', async (type, cells, values) => {
  const tab = await derive(sheetOf(cells), { columnTypes: { c: type } });
  expect(tab.column('c').type).toBe(type);
  expect(tab.values('c')).toEqual(values);
});

test('long texts that do not fit a set type take no time', async () => {
  const cells = ['1', 'e'].flatMap((letter) => Array.from({ length: 10 }, (_, n) => `${letter.repeat(49_000)}\nx${n}`));
  expect((await derive(sheetOf(cells), { columnTypes: { c: 'number' } })).values('c')).toEqual(cells);
});

test('a value that does not fit a set type has a warning with its cell', async () => {
  const tab = await derive(sheetOf([5, 'many']), { columnTypes: { c: 'integer' } });
  expect(warned(tab, 'mixed_types')).toEqual(['B3: B3 holds many, which is not an integer. It is answered as text.']);
});

const either = { typed: false, decimals: '.,' } as const;

describe('warnings about types', () => {
  test.each([
    ['00501', 'B2: c stays text: 00501 in B2 would lose its leading zero as a number.'],
    ['+47', 'B2: c stays text: +47 in B2 would lose its plus sign as a number.'],
    ['1e5', 'B2: c stays text: 1e5 in B2 may be a code rather than a number.'],
    ['1234567890123456', 'B2: c stays text: 1234567890123456 in B2 has more than 15 digits, too many for a number.'],
    ['1,234', 'B2: c stays text: 1,234 in B2 may be a code rather than a number.'],
    ['5.', 'B2: c stays text: 5. in B2 ends with a point, as a place in a list does.'],
    ['1e999', 'B2: c stays text: 1e999 in B2 is too large or too small for a number.'],
  ])('%s stays text', async (text, sentence) => {
    expect(warned(await deriveCsv(csvOf([text, '12'])), 'number_as_text')).toEqual([sentence]);
  });

  test('none for decimals of different lengths, which are numbers', async () => {
    expect((await deriveCsv(csvOf(['1.5', '1.10']))).warnings).toEqual([]);
  });

  test.each([
    [
      ['1.234', '56.789', '7'],
      'B2: c was read with a decimal point: 1.234 in B2 could be 1234 as well. If it is, choose the comma as decimal sign.',
    ],
    [
      ['7', '1,234'],
      'B3: c was read with a decimal comma: 1,234 in B3 could be 1234 as well. If it is, choose the point as decimal sign.',
    ],
    [['1.234', '1.5'], undefined],
    [['0.234'], undefined],
    [['1.234', '1.234,5'], undefined],
  ])('for numbers that could all have thousands separators: %j', async (texts, sentence) => {
    const expected = sentence === undefined ? [] : [sentence];
    const tab = await derive(sheetOf(texts), {}, either);
    expect(warned(tab, 'unsure_decimals')).toEqual(expected);
    for (const decimals of [undefined, '.', ','] as const) {
      const chosen = await derive(sheetOf(texts), {}, { typed: false, decimals });
      expect(warned(chosen, 'unsure_decimals')).toEqual([]);
    }
  });

  const commas = 'numbers and numbers with a decimal comma';
  test.each<[string, RawCell[], Partial<RawTabHead>, string, string]>([
    ['a point that could separate thousands or decimals', ['2,5', '1.234,5', '1.234'], either, commas, '1.234'],
    ['two decimal signs in one column', ['1.5', '2.5', '2,5'], either, commas, '2,5'],
    ['a workbook with a text among numbers', [1, 2, 'n/a', 4], {}, 'text and numbers', 'n/a'],
    ['a workbook with a number among texts', ['a', 'b', 7], {}, 'text and numbers', '7'],
    ['a CSV with a rare text among numbers', ['1', '2', 'n/a', '4'], { typed: false }, 'text and numbers', 'n/a'],
  ])('for %s', async (_, cells, head, kinds, cited) => {
    expect(warned(await derive(sheetOf(cells), {}, head), 'mixed_types')).toEqual([
      `B4: c holds ${kinds}, so it is text: ${cited} in B4.`,
    ]);
  });

  test('none for a CSV with few numbers among texts', async () => {
    expect((await deriveCsv(csvOf(['a', 'b', '3', 'd']))).warnings).toEqual([]);
  });

  test('for an error, with its cell', async () => {
    expect(warned(await derive(sheetOf([1, error('#DIV/0!')])), 'error_cells')).toEqual([
      'B3: B3 holds the error #DIV/0!. Its value is null.',
    ]);
  });

  test('for a formula without a value, with its cell', async () => {
    const tab = await derive(sheetOf([1, { kind: 'number', value: null, formula: 'A1' }]));
    expect(warned(tab, 'formula_without_value')).toEqual([
      'B3: B3 holds a formula without a stored value. Its value is null.',
    ]);
  });

  test('for many errors, with their number', async () => {
    const tab = await derive(sheetOf(Array.from({ length: 500 }, () => error('#N/A'))));
    expect(tab.warnings).toHaveLength(21);
    expect(tab.warnings.at(-1)?.detail).toBe('480 more cells hold an error and are null.');
  });
});
