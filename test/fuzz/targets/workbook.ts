import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { Refusal } from '../../../src/server/refusal';
import { importWorkbook } from '../../../src/server/workbook/importWorkbook';
import { readRawRows } from '../../../src/server/rawTab/packedRaw';
import { ods, sample, xlsx } from '../../fixtures/workbookFiles';
import { mutatedBytes, mutatedText } from '../mutations';
import { targetOf } from '../target';

const ROWS = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><r><t>Price</t></r></is></c><c r="C1" t="str"><v>When</v></c></row>
<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><f t="shared" ref="B2:B3" si="0">C2*2</f><v>4.5</v></c><c r="C2" s="1"><v>45000.5</v></c></row>
<row r="3" spans="1:3"><c r="A3" t="b"><v>1</v></c><c r="B3"><f t="shared" si="0"/><v>1E+2</v></c><c r="C3" t="e"><v>#N/A</v></c></row>`;

const madeXlsx = xlsx({
  sheets: [
    { name: 'Teas', rows: ROWS, after: '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>' },
    { listed: 'state="hidden"' },
  ],
  strings:
    '<si><t>Name</t></si><si><r><t xml:space="preserve"> As</t></r><r><t>sam_x0041_</t></r><rPh><t>no</t></rPh></si>',
  formats: [0, 'yyyy\\-mm\\-dd hh:mm', '[$-409]0.00%;"a;b"'],
});

const madeOds = ods(
  `<table:table table:name="T"><table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="string" table:number-columns-repeated="3"><text:p>a<text:s text:c="3"/>b</text:p><text:p>c</text:p></table:table-cell><table:covered-table-cell/><table:table-cell office:value-type="date" office:date-value="2024-02-29T12:00:00"/><table:table-cell office:value-type="percentage" office:value="0.5" table:formula="of:=1/2"/><table:table-cell office:value-type="boolean" office:boolean-value="true"/></table:table-row></table:table>`,
);

const small = [
  madeXlsx,
  madeOds,
  ...['merge_cells.ods', 'number_format.ods'].map((name) => readFileSync(sample(name))),
];

const words = [
  ...['<', '/>', '&lt;', '&#x10FFFF;', '&#0;', '<![CDATA[', ']]>', '<!--', '<!DOCTYPE a>'],
  ...['<c r="XFD1048576">', '<c r="A0">', '<c r="$A$1">', 't="s"', '<v>-1</v>', '<v>1e999</v>'],
  ...['<f t="shared" si="0">', 'ref="B2:B999999999"', 'table:number-rows-repeated="2147483648"'],
  ...['text:c="-1"', 'office:value="NaN"', 'office:date-value="0000-00-00"', '\ufffe', '\0'],
  ...['xml:space="preserve"', '_xD800_', '\ud800', 'PK\u0003\u0004', '"', "'"],
];

/** Part with the cells, where most can go wrong. */
const isSheet = (name: string) => /worksheets\/[^/]*\.xml$|^content\.xml$/.test(name);

/** Parts to change, sheets several times as often as others. */
function partsOf(names: readonly string[]): string[] {
  const parts = names.filter((name) => /\.(xml|rels)$/.test(name));
  const sheets = parts.filter(isSheet);
  return [...parts, ...Array.from({ length: 4 }, () => sheets).flat()];
}

/** Parts of real packages, changed as texts and packed again, so that their parsers are reached. */
const repacked = fc.tuple(fc.constantFrom(...small), fc.nat(50)).chain(([bytes, at]) => {
  const parts = unzipSync(new Uint8Array(bytes));
  const names = partsOf(Object.keys(parts));
  const name = names[at % names.length] ?? '';
  return mutatedText([strFromU8(parts[name] ?? new Uint8Array())], words).map((text) =>
    Buffer.from(zipSync({ ...parts, [name]: strToU8(text) }, { level: 0 })),
  );
});

async function importedFrom(path: string, fileName: string) {
  try {
    return await importWorkbook({ path, fileName, withHashes: true });
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Reads a file of these bytes; it must be read completely, or refused. */
async function readBytes(dir: string, bytes: Buffer, fileName: string): Promise<void> {
  const path = join(dir, randomUUID());
  writeFileSync(path, bytes);
  try {
    const imported = await importedFrom(path, fileName);
    for (const { raw, derived } of imported?.tabs ?? []) {
      let count = 0;
      for await (const row of readRawRows(raw)) count += row.cells.length;
      if (derived.rows < 0 || count < 0) throw new Error('A tab has less than nothing.');
    }
  } finally {
    rmSync(path);
  }
}

const base64 = { of: (bytes: Buffer) => bytes.toString('base64'), from: (text: string) => Buffer.from(text, 'base64') };

const filesTarget = (name: string, fileName: string, inputs: fc.Arbitrary<Buffer>) => {
  const dir = mkdtempSync(join(tmpdir(), 'tabpoint-fuzz-'));
  return targetOf({
    name,
    inputs,
    text: base64,
    check: (bytes) => readBytes(dir, bytes, fileName),
    close: async () => rmSync(dir, { recursive: true }),
  });
};

/** Files of spreadsheet programs, whole packages and their parts. */
export const workbookTarget = () =>
  filesTarget(
    'workbook',
    'fuzz.xlsx',
    fc.oneof({ weight: 3, arbitrary: repacked }, { weight: 1, arbitrary: mutatedBytes(small, words) }),
  );

const tables = [
  ...['a,b,c\n1,2,3\n', 'a;b\r\n"x;""y""";2\r\n', 'name\tprice\nAssam\t4', '\ufeffa,b\n"c\nd",é'],
  ...['"a""b"\n""\n'],
];
const signs = [
  ...['"', '""', ',', ';', '\t', '|', '\n', '\r', '\r\n', '\0', '\ufeff', '\ud800', '\u2028', '=1+1'],
  ...['\x80\xff', 'sep=;\n'],
];

/** Text files in any encoding. */
export function csvTarget() {
  const seeds = [...tables, ...tables.map((table) => table.repeat(20))].map((table) => Buffer.from(table));
  const wide = tables.flatMap((table) => [Buffer.from(table, 'utf16le'), Buffer.from(table, 'latin1')]);
  return filesTarget('csv', 'fuzz.csv', mutatedBytes([...seeds, ...wide], signs));
}
