import { readsOf } from '../../../../src/server/drive/stale/references';

/** Ranges as text, for a formula in row 2: relative row numbers of the sheet, with a `$` before absolute ones. */
function wordsOf(formula: string) {
  const { ranges, readsUnknown } = readsOf(formula, 2);
  const words = ranges.map(({ sheet, columns, rows }) => {
    const [from, to] = rows.map((place) => ('fixed' in place ? `$${place.fixed}` : String(2 + place.offset)));
    return `${sheet === undefined ? '' : `${sheet}!`}${columns.join('-')} ${from}-${to}`;
  });
  return [...words, ...(readsUnknown ? ['unknown'] : [])];
}

const ALL = ['$1', '$1000000000'].join('-');

it.each<[formula: string, ...reads: string[]]>([
  ['A1+B2', '1-1 1-1', '2-2 2-2'],
  ['sum($a$1:b5)', '1-2 $1-5'],
  ['SUM(C:A)', `1-3 ${ALL}`],
  ['SUM(1:$3)', '1-1000000 1-$3'],
  ['SUM(XFD1048576)', '16384-16384 1048576-1048576'],
  ['Sheet2!A1*2', 'sheet2!1-1 1-1'],
  ["'It''s 5 o''clock'!A1:B3", "it's 5 o'clock!1-2 1-3"],
  ['Größe!$B$2', 'größe!2-2 $2-$2'],
  ['2024!A1', '2024!1-1 1-1'],
  ['SUM(A1:B1 B1:B5)', '1-2 1-1', '2-2 1-5'],
  ['A1#+B1%', '1-1 1-1', '2-2 1-1'],
  ['[.A1]+[.$B$2:.C3]', '1-1 1-1', '2-3 $2-3'],
  ["[$'My sheet'.A1:.B3]*[Other.C2]", 'my sheet!1-2 1-3', 'other!3-3 2-2'],
  ['SUM([.A:.A];[.1:.3])', `1-1 ${ALL}`, '1-1000000 1-3'],
  ['"A1"&IF(B1,"x ""C1""",D1)', '2-2 1-1', '4-4 1-1'],
  ['LOG10(A1)+1E5+TRUE+NOW()+RAND()', '1-1 1-1'],
  ['_xlfn.XLOOKUP(A2,B:B,C:C)', '1-1 2-2', `2-2 ${ALL}`, `3-3 ${ALL}`],
  ['#REF!+{1,2;3,4}+#N/A+#DIV/0!'],
  ["[1]Prices!A1+'[Book 2.xlsx]Prices'!B1+['file:///x.ods'#$Prices.A1]"],
  ['Price*2', 'unknown'],
  ['Sheet1!Price', 'unknown'],
  ["'My sheet'!Price", 'unknown'],
  ['SUM(Table1[Price])', 'unknown'],
  ['[@Price]*2', 'unknown'],
  ['INDIRECT("A1")', 'unknown'],
  ['SUM(OFFSET(A1,1,1))', '1-1 1-1', 'unknown'],
  ['SUM(A1:INDEX(B:B,3))', '1-1 1-1', `2-2 ${ALL}`, 'unknown'],
  ['SUM(A1:_xlfn.XLOOKUP(B1,C:C,D:D))', '1-1 1-1', '2-2 1-1', `3-3 ${ALL}`, `4-4 ${ALL}`, 'unknown'],
  ['SUM(A1 : B3)', '1-1 1-1', '2-2 3-3', 'unknown'],
  ['SUM(A1:B1:C5)', '1-2 1-1', '3-3 5-5', 'unknown'],
  ['SUM(A1:(B3))', '1-1 1-1', '2-2 3-3', 'unknown'],
  ['SUM(Sheet2!A1:Sheet2!B3)', 'sheet2!1-1 1-1', 'sheet2!2-2 3-3', 'unknown'],
  ['SUM([.A1]:[.B3])', '1-1 1-1', '2-2 3-3', 'unknown'],
  ['SUMIF(A1:A9,"x",B1)', '1-1 1-9', '2-2 1-1', 'unknown'],
  ['AVERAGEIF(A1:A9;">1";Sheet2!$B$1)', '1-1 1-9', 'sheet2!2-2 $1-$1', 'unknown'],
  ['SUMIF([.A1:.A9];1;[.B1])', '1-1 1-9', '2-2 1-1', 'unknown'],
  ['SUMIF(A:A,D1,B:B)', `1-1 ${ALL}`, '4-4 1-1', `2-2 ${ALL}`],
  ['SUM(First:Last!A1)', 'unknown'],
  ['[$One.A1:$Two.B2]', 'unknown'],
  ['[.#REF!]', 'unknown'],
  [''],
])('=%s', (formula, ...reads) => {
  expect(wordsOf(formula)).toEqual(reads);
});

it('a formula that is longer than Excel allows is unknown', () => {
  expect(wordsOf(`A1${'+A1'.repeat(2_730)}`)).toHaveLength(2_731);
  expect(wordsOf(`A1${'+A1'.repeat(2_731)}`)).toEqual(['unknown']);
});

it.each([
  ...['a', 'A1:', 'SUMIF(', 'SUMIF(A1,', 'SUMIF(A1!', "'", "''a", '[', '[.', '"', '(', ') ', 'a:', '!', '$'],
  ...['Sheet1!', '#', '1', '.'],
])('a long text of %j is scanned once', (piece) => {
  expect(readsOf(piece.repeat(8_190 / piece.length), 2)).toBeDefined();
});
