import { pipeline } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { type Entry, fromBufferPromise } from 'yauzl';
import { columns } from './createRows';

/**
 * Measures just reading a file, in one thread and in memory: parses its cells and writes JSON of each row, without checks, types,
 * ids, indexes or the disk. Returns milliseconds.
 */
export async function readerFloor(kind: 'CSV' | 'XLSX', file: Buffer): Promise<number> {
  const from = performance.now();
  await (kind === 'CSV' ? jsonOfCsv(file) : jsonOfXlsx(file));
  return performance.now() - from;
}

const objectOf = (cells: readonly string[]) =>
  JSON.stringify(Object.fromEntries(columns.map((key, at) => [key, cells[at]])));

async function jsonOfCsv(file: Buffer): Promise<Buffer> {
  const lines = file.toString().split('\n');
  return Buffer.from(lines.map((line) => objectOf(line.split(','))).join(','));
}

async function jsonOfXlsx(file: Buffer): Promise<Buffer> {
  const zip = await fromBufferPromise(file, { lazyEntries: true, autoClose: false });
  const parts = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) parts.set(entry.fileName, entry);
  const texts: string[] = [];
  const open = async (name: string) => {
    const entry = parts.get(name);
    if (entry === undefined) throw new Error(`The workbook has no ${name}.`);
    const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
    return pipeline(packed, createInflateRaw({ chunkSize: 1 << 18 }), () => undefined) as AsyncIterable<Buffer>;
  };
  await parse(await open('xl/sharedStrings.xml'), { si: (text) => void texts.push(text) });
  const rows: string[] = [];
  let cells: string[] = [];
  await parse(await open('xl/worksheets/sheet1.xml'), {
    c: (text, attributes) => void cells.push(attributes.t === 's' ? (texts[Number(text)] ?? '') : text),
    row: () => {
      rows.push(objectOf(cells));
      cells = [];
    },
  });
  return Buffer.from(rows.join(','));
}

type Ended = Readonly<Record<string, (text: string, attributes: Readonly<Record<string, string>>) => void>>;

async function parse(bytes: AsyncIterable<Buffer>, ended: Ended) {
  const parser = new SaxesParser();
  const decoder = new TextDecoder();
  let text = '';
  let attributes: Readonly<Record<string, string>> = {};
  parser.on('opentag', (tag) => {
    text = '';
    if (tag.name === 'c') attributes = tag.attributes;
  });
  parser.on('text', (piece) => (text += piece));
  parser.on('closetag', ({ name }) => ended[name]?.(text, attributes));
  for await (const chunk of bytes) parser.write(decoder.decode(chunk, { stream: true }));
  parser.close();
}
