import fc from 'fast-check';
import { parsePasted, parseTsv, toTsv } from '../../../src/app/grid/tsv';

/** Writes cells as a text: `a│b` for each row. */
const linesOf = (rows: readonly (readonly string[])[]) => rows.map((cells) => cells.join('│'));

it.each([
  ['', ['']],
  ['a\n', ['a']],
  ['a\tb\nc\td', ['a│b', 'c│d']],
  ['a\tb\r\nc\td\r\n', ['a│b', 'c│d']],
  ['a\t\n\tb', ['a│', '│b']],
  ['a\n\nb', ['a', '', 'b']],
  ['"two\nlines"\tb', ['two\nlines│b']],
  ['"say ""no"""', ['say "no"']],
  ['"', ['"']],
  ['"open\tb', ['"open│b']],
  ['5" pipe', ['5" pipe']],
  ['"a"b\tc', ['"a"b│c']],
])('%j is parsed into the cells %j', (text, lines) => {
  expect(linesOf(parseTsv(text))).toEqual(lines);
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

const FOUR = ['name', 'price', 'note', 'since'];
const TWO = ['name', 'price'];

it.each([
  ['tabs, with any other characters', 'a,b\tc\nd,e\tf', TWO, ['a,b│c', 'd,e│f']],
  ['commas, as many fields as columns', 'Kona,31\nJava,5\n', TWO, ['Kona│31', 'Java│5']],
  ['semicolons with decimal commas', 'Kona;1,5\r\nJava;2,5\r\n', TWO, ['Kona│1,5', 'Java│2,5']],
  ['three fields before more columns', 'Kona,31,x\nJava,5,', FOUR, ['Kona│31│x', 'Java│5│']],
  ['quotes', '"Kona, dark","say ""no"""\nJava,5', TWO, ['Kona, dark│say "no"', 'Java│5']],
  ['lines in quotes', '"two\nlines",1\nJava,5', TWO, ['two\nlines│1', 'Java│5']],
  ['a header line', 'name,price\nKona,31', TWO, ['Kona│31']],
])('a pasted table: %s', (_, text, columns, lines) => {
  expect(linesOf(parsePasted(text, columns))).toEqual(lines);
});

it.each([
  ['one line', 'Kona,31', TWO],
  ['one sentence', 'Sweet, floral, clean', ['a', 'b', 'c']],
  ['sentences of several lines', 'Dear Ann,\nthank you, and see you', TWO],
  ['sentences with a comma each', 'Sweet, floral\nBitter, strong', TWO],
  ['two fields before more columns', '59.91,10.75\n48.85,2.35', FOUR],
  ['more fields than columns', 'a,b,c\nd,e,f', TWO],
  ['lines with different numbers of fields', 'a,b\nc\nd,e', TWO],
  ['numbers with decimal commas', '1,5\n-2,25\n1.234,50', TWO],
  ['numbers with separated thousands', '1,234\n12,345,678\n', TWO],
  ['nothing but lines', 'Kona\nJava', TWO],
])('a pasted text with one line for each cell: %s', (_, text, columns) => {
  const lines = text.split('\n').filter((line) => line !== '');
  expect(parsePasted(text, columns)).toEqual(lines.map((line) => [line]));
});
