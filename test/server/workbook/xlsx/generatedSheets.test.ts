import fc from 'fast-check';
import type { Refusal } from '../../../../src/server/refusal';
import { runs } from '../../../fixtures/runs';
import { importBytes, rawRows, xlsx } from '../../../fixtures/workbookFiles';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const RUNS = runs(8);

/** Mostly valid values; now and then invalid ones. */
const seldom = (usual: readonly string[], rare: readonly string[]) =>
  fc.oneof({ weight: 40, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.constantFrom(...rare) });

const texts = seldom(
  [
    ...['abc', 'x y', ' lead', '', ' ', '\u00a0', '京都', '😀', '12', 'under_score', '_x000D_', '_x0041_b', 'a"b'],
    ...['a\\b'],
    ...['&amp;', '&lt;b&gt;', '&#65;', '&#x4e00;', 'line\nbreak', 'cr\r\nx', 'tab\there', 'x>y'],
    ...['<![CDATA[raw <b> ]]>', 'a<!-- c -->b'],
  ],
  [']]>', '&bogus;', '&', '\u0001', '\ufffe'],
);
const numbers = fc.constantFrom(
  ...['1', '-5', '0', '-0', '1.5', '0.1', '1.50', '1e5', '1E-7', '0.30000000000000004', '123456789012345678', ' 12 '],
  ...['45000', '45000.5', '60', '0.25', '-1', '3000000', 'abc', '', '007', '+4', '.5', '5.', '0.000001', '0.0000001'],
);
const formulas = fc.constantFrom('A1+B1', 'SUM($A$1:B2)', '"x"&amp;A1', 'IF(A1&gt;2,1,0)', "'Sheet 1'!A1", '');

const attributes = fc.tuple(
  fc.constantFrom('', ' s="1"', ' s="2"', ' s="5"', ' s="99"'),
  fc.constantFrom('', '', ' cm="1"'),
);

/** The content of a cell, and its type. */
const contents = fc.oneof(
  { weight: 6, arbitrary: numbers.map((number) => ['', `<v>${number}</v>`]) },
  { weight: 4, arbitrary: seldom(['0', '1', '2', '3', '4'], ['9', 'x']).map((at) => [' t="s"', `<v>${at}</v>`]) },
  fc.constantFrom('1', '0', 'true', 'x').map((value) => [' t="b"', `<v>${value}</v>`]),
  texts.map((text) => [' t="inlineStr"', `<is><t>${text}</t></is>`]),
  texts.map((text) => [' t="inlineStr"', `<is><r><t>ri</t></r><r><t xml:space="preserve">${text}</t></r></is>`]),
  fc.tuple(formulas, texts).map(([formula, text]) => [' t="str"', `<f>${formula}</f><v>${text}</v>`]),
  numbers.map((number) => ['', `<f t="shared" ref="A1:A9" si="0">A1+$B2</f><v>${number}</v>`]),
  numbers.map((number) => ['', `<f t="shared" si="0"/><v>${number}</v>`]),
  fc.constantFrom(
    [' t="e"', '<v>#REF!</v>'],
    [' t="d"', '<v>2009-04-01T00:00:00</v>'],
    ['', ''],
    ['', '<v>1</v><v>2</v>'],
  ),
);

const cell = fc.record({
  contents,
  attributes,
  column: fc.constantFrom(...Array<number>(60).fill(0), 3, 5, 3, 5, 16_385),
  spaced: fc.boolean(),
});
const row = fc.record({
  cells: fc.array(cell, { maxLength: 6 }),
  numbered: fc.boolean(),
  before: fc.constantFrom('', '', '', '\n ', '<!-- <row> -->'),
});
const sheet = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 12 }),
  prefix: fc.constantFrom('', '', 'x:'),
  strings: fc.array(texts, { minLength: 4, maxLength: 4 }),
});

const letters = (column: number) => (column > 26 ? 'XFE' : String.fromCharCode(64 + column));

type Sheet = typeof sheet extends fc.Arbitrary<infer S> ? S : never;

/** The parts of a workbook, without prefixes. */
function partsOf({ rows, strings }: Sheet) {
  const written = rows.map(({ cells, numbered, before }, at) => {
    const inner = cells.map(({ contents: [type = '', inside = ''], attributes: [style, other], column, spaced }) => {
      const address = column === 0 ? '' : ` r="${letters(column)}${at + 1}"`;
      return `${spaced ? '\n  ' : ''}<c${address}${style}${type}${other}>${inside}</c>`;
    });
    return `${before}<row${numbered ? ` r="${at + 1}" spans="1:6"` : ''}>${inner.join('')}</row>`;
  });
  return {
    sheet: `<worksheet><sheetData>${written.join('')}</sheetData></worksheet>`,
    strings: `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}<si><r><t>rich</t></r></si></sst>`,
  };
}

const prefixed = (xml: string, prefix: string) =>
  xml
    .replaceAll(/<(\/?)(worksheet|sheetData|row|c|v|f|is|r|t|sst|si)(?=[\s>/])/g, `<$1${prefix}$2`)
    .replace(/^<[^>]+/, `$& xmlns${prefix === '' ? '' : ':x'}="${MAIN}"`);

/** Reads a workbook completely, without ids. */
const outcome = async (bytes: Buffer) =>
  importBytes('a.xlsx', bytes).then(
    async ({ tabs }) => {
      const [tab] = tabs;
      const rows = tab === undefined ? [] : (await rawRows(tab)).map(({ row: number, cells }) => [number, ...cells]);
      return { rows, columns: tab?.derived.columns, warnings: tab?.derived.warnings };
    },
    ({ code }: Refusal) => ({ code }),
  );

test('generated sheets are read the same in each encoding, or refused', async () => {
  let read = 0;
  await fc.assert(
    fc.asyncProperty(sheet, async (generated) => {
      const { sheet: body, strings } = partsOf(generated);
      const parts = (encoded: (xml: string) => Uint8Array) => ({
        'xl/worksheets/sheet1.xml': encoded(prefixed(body, generated.prefix)),
        'xl/sharedStrings.xml': encoded(prefixed(strings, generated.prefix)),
      });
      const made = { strings: '', formats: [0, 14, 22, 21, 46, 2] };
      const [utf8, utf16] = [
        await outcome(xlsx({ ...made, parts: parts((xml) => Buffer.from(xml)) })),
        await outcome(xlsx({ ...made, parts: parts((xml) => Buffer.from(`\uFEFF${xml}`, 'utf16le')) })),
      ];
      if ('rows' in utf8) read += 1;
      expect(utf16).toEqual(utf8);
    }),
    { numRuns: RUNS },
  );
  expect(read).toBeGreaterThan(RUNS / 5);
});
