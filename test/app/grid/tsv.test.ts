import fc from 'fast-check';
import { parseTsv, toTsv } from '../../../src/app/grid/tsv';

it.each([
  ['', [['']]],
  ['a', [['a']]],
  ['a\n', [['a']]],
  [
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\t\n\tb',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['a\n\nb', [['a'], [''], ['b']]],
  ['"two\nlines"\tb', [['two\nlines', 'b']]],
  ['"say ""no"""', [['say "no"']]],
  ['"', [['"']]],
  ['"open\tb', [['"open', 'b']]],
  ['5" pipe', [['5" pipe']]],
  ['"a"b\tc', [['"a"b', 'c']]],
])('%j is parsed into the cells %j', (text, cells) => {
  expect(parseTsv(text)).toEqual(cells);
});

it('copied cells are pasted unchanged, whatever their text', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r', ' ', '🫘', 'ק'), maxLength: 6 });
  const tables = fc
    .integer({ min: 1, max: 4 })
    .chain((width) =>
      fc.array(fc.array(texts, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
    );
  fc.assert(
    fc.property(tables, (cells) => {
      const last = cells.at(-1);
      // A last row of one blank cell is read as the line end of the row before.
      fc.pre(cells.length === 1 || !(last?.length === 1 && last[0] === ''));
      expect(parseTsv(toTsv(cells))).toEqual(cells);
    }),
  );
});
