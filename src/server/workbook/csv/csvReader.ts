import { basename } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import { CsvError, Parser } from 'csv-parse';
import type { TextChoices, TextReading } from '../../../contract/drive';
import type { TextEncoding } from '../../../contract/textEncodings';
import { limits } from '../../../contract/limits';
import { type Budget, readingLimits } from '../readingLimits';
import { damaged, tooLarge } from '../refusals';
import { type ImportedTab, TabWriter } from '../tabWriter';
import { textOf, unsureEncoding } from './csvText';

/** Bytes of the beginning that tell how the rest is to be read. */
const SAMPLE = 1 << 16;

/** A file on this machine. */
export interface FileOfText {
  readonly path: string;
  /** As the person has it; it names the tab of a CSV. */
  readonly fileName: string;
  /** How it is to be read, where it is a text. */
  readonly chosen?: TextChoices;
  /** Whether that was chosen for another file: then it counts as far as it fits this one. */
  readonly chosenBefore?: boolean;
}

/** What of choices that were made for another file fits this one. */
const fitting = ({ encoding, separator, decimal }: TextChoices, read: TextEncoding, sample: string): TextChoices => ({
  ...(encoding === read && { encoding }),
  ...(separator !== undefined && sample.includes(separator) && { separator }),
  ...(decimal !== undefined && { decimal }),
});

/**
 * Reads a text of separated fields (RFC 4180, and what programs make of it) as one tab, named like the file.
 *
 * @param file what is chosen there is not to be found in the text itself
 * @returns the tab, and how the text was read
 */
export async function readCsv(file: FileOfText, budget: Budget): Promise<{ tab: ImportedTab; reading: TextReading }> {
  const { path, fileName, chosen: wished = {}, chosenBefore = false } = file;
  const title = titleOf(fileName);
  const { encoding, doubt, pieces } = await textOf(path, wished.encoding, chosenBefore);
  const start = await startOf(pieces);
  // The last character of the sample may be cut in two, which does not change its separators.
  const sample = start.toString('utf8', 0, SAMPLE);
  const chosen = chosenBefore ? fitting(wished, encoding, sample) : wished;
  const { separator, skip } = dialectOf(sample, chosen.separator);
  // Where commas separate fields they separate no decimals.
  const decimals = chosen.decimal ?? (separator === ',' ? undefined : '.,');
  const writer = new TabWriter(title, budget, { typed: false, ...(decimals !== undefined && { decimals }) });
  if (doubt !== undefined) writer.warn(unsureEncoding(encoding, doubt));
  let row = 0;
  const parser = parserOf(separator);
  parser.on('data', (fields: readonly string[]) => {
    row += 1;
    try {
      writer.startRow(row);
      for (let at = 0; at < fields.length; at += 1) writer.put(at + 1, fields[at]!);
      writer.endRow();
    } catch (error) {
      parser.destroy(error as Error);
    }
  });
  try {
    const text = joined(start.subarray(Buffer.byteLength(sample.slice(0, skip))), pieces);
    await Promise.all([pipeline(text, parser), finished(parser)]);
  } catch (error) {
    throw refusalOf(error, row + 1);
  }
  const tab = await writer.finish({ sheetId: 0, title, hidden: false, merges: [] });
  return { tab, reading: { encoding, separator, decimals: decimals ?? '.', chosen } };
}

/** A quote inside a field that does not begin with one is taken as it stands, and so are those around a text that something else follows. */
const parserOf = (separator: string) =>
  new Parser({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: readingLimits.piece,
  });

/** The first pieces of a text, at least as many as a sample needs. */
async function startOf(text: AsyncGenerator<Buffer, void, undefined>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  while (length < SAMPLE) {
    const next = await text.next();
    if (next.done === true) break;
    pieces.push(next.value);
    length += next.value.length;
  }
  return Buffer.concat(pieces);
}

async function* joined(start: Buffer, rest: AsyncIterable<Buffer>) {
  yield start;
  yield* rest;
}

function refusalOf(error: unknown, row: number): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return damaged(`a quotation mark in row ${row} is never closed`);
  if (error.code !== 'CSV_MAX_RECORD_SIZE') return error;
  return tooLarge(`Row ${row} has more than 4 million characters. Perhaps a quotation mark in it is never closed.`);
}

/** The file's name without its ending. */
function titleOf(fileName: string) {
  const name = basename(fileName.replaceAll('\\', '/'));
  const title = name.replace(/\.[^.]*$/, '').trim();
  return title === '' ? 'Sheet1' : title.slice(0, limits.titleCharacters);
}

const SEPARATORS = ['\t', ';', ',', '|'] as const;
const LINES = 50;

/** How the first lines of a text are to be read. */
export interface Dialect {
  readonly separator: string;
  /** Length of a first line that only names the separator, `sep=;`, as Excel writes and reads it. */
  readonly skip: number;
}

/**
 * Finds what separates the fields: what a `sep=` line says, else the separator that stands equally often in the most of
 * the first lines. Separators in quotes do not count.
 *
 * @param sample the beginning of the text
 * @param chosen the separator, where it is not to be found
 */
export function dialectOf(sample: string, chosen?: string): Dialect {
  const named = /^sep=([^\r\n"])(?:\r\n|\n|\r)/i.exec(sample);
  const skip = named?.[0].length ?? 0;
  const declared = chosen ?? named?.[1];
  if (declared !== undefined) return { separator: declared, skip };
  const counts = countsOf(sample);
  const ranked = SEPARATORS.map((separator, at) => ({ separator, ...regularity(counts.map((line) => line[at] ?? 0)) }));
  ranked.sort((a, b) => b.lines - a.lines || b.most - a.most);
  return { separator: ranked[0] && ranked[0].lines > 0 ? ranked[0].separator : ',', skip: 0 };
}

/** What stands in quotes: they open where a field begins, and a sample may end within them. */
const QUOTED = /(?<=^|[\t;,|\r\n])"[^"]*(?:""[^"]*)*"?/g;

/** For each of the first lines that are not blank, how often each separator stands in it outside quotes. */
function countsOf(sample: string) {
  const lines = sample.replace(QUOTED, '""').split(/[\r\n]+/);
  const filled = lines.filter((line) => line !== '').slice(0, LINES);
  return filled.map((line) => SEPARATORS.map((separator) => line.split(separator).length - 1));
}

/** In how many lines the most usual number of separators stands, and which number that is; none does not count. */
function regularity(counts: readonly number[]) {
  const usual = { lines: 0, most: 0 };
  for (const count of new Set(counts)) {
    const lines = counts.filter((other) => other === count).length;
    if (count > 0 && (lines > usual.lines || (lines === usual.lines && count > usual.most))) {
      Object.assign(usual, { lines, most: count });
    }
  }
  return usual;
}
