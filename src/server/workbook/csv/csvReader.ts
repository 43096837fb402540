import { basename } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import { CsvError, Parser } from 'csv-parse';
import type { TextChoices, TextReading } from '../../../contract/drive';
import { limits } from '../../../contract/limits';
import type { TextEncoding } from '../../../contract/textEncodings';
import { type Budget, readingLimits } from '../readingLimits';
import { damaged, tooLarge } from '../refusals';
import { type ImportedTab, TabWriter } from '../tabWriter';
import { textOf, unsureEncoding } from './csvText';

/** Characters at the start of a text from which its dialect is detected. */
const SAMPLE_CHARACTERS = 1 << 16;

/** File on this machine. */
export interface FileOfText {
  readonly path: string;
  /** Original name of the file; the tab of a CSV is named after it. */
  readonly fileName: string;
  /** Chosen parsing settings, if it is a text. */
  readonly chosen?: TextChoices;
  /** Whether these were chosen for another file: only those that fit this file then apply. */
  readonly chosenBefore?: boolean;
}

/** Returns the settings chosen for another file that fit this one. */
const fittingChoices = (
  { encoding, separator, decimal }: TextChoices,
  read: TextEncoding,
  sample: string,
): TextChoices => ({
  ...(encoding === read && { encoding }),
  ...(separator !== undefined && sample.includes(separator) && { separator }),
  ...(decimal !== undefined && { decimal }),
});

/**
 * Reads a text of separated fields (RFC 4180 and its variants) as one tab, named after the file.
 *
 * @param file its chosen settings are not detected
 * @returns the tab, and the settings the text was parsed with
 */
export async function readCsv(file: FileOfText, budget: Budget): Promise<{ tab: ImportedTab; reading: TextReading }> {
  const { path, fileName, chosen: requested = {}, chosenBefore = false } = file;
  const title = titleOf(fileName);
  const { encoding, doubt, pieces } = await textOf(path, requested.encoding, chosenBefore);
  const start = await startOf(pieces);
  const sample = start.slice(0, SAMPLE_CHARACTERS);
  const chosen = chosenBefore ? fittingChoices(requested, encoding, sample) : requested;
  const { separator, skip } = dialectOf(sample, chosen.separator);
  // A comma that separates fields is no decimal sign.
  const decimals = chosen.decimal ?? (separator === ',' ? undefined : '.,');
  const writer = new TabWriter(title, budget, { typed: false, ...(decimals !== undefined && { decimals }) });
  if (doubt !== undefined) writer.warn(unsureEncoding(encoding, doubt));
  let row = 0;
  const parser = parserOf(separator);
  parser.on('data', (fields: readonly string[]) => {
    row += 1;
    try {
      writer.startRow(row);
      for (let index = 0; index < fields.length; index += 1) writer.put(index + 1, fields[index]!);
      writer.endRow();
    } catch (error) {
      parser.destroy(error as Error);
    }
  });
  try {
    const text = joined(start.slice(skip), pieces);
    await Promise.all([pipeline(text, parser), finished(parser)]);
  } catch (error) {
    throw refusalOf(error, row + 1);
  }
  const tab = await writer.finish({ sheetId: 0, title, hidden: false, merges: [] });
  return { tab, reading: { encoding, separator, decimals: decimals ?? '.', chosen } };
}

/** Creates the parser. Quotes inside an unquoted field are literal, and so are those around a text that is followed by further text. */
const parserOf = (separator: string) =>
  new Parser({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: readingLimits.piece,
  });

/** Returns the first chunks of a text, with at least the characters of a sample. */
async function startOf(text: AsyncGenerator<string, void, undefined>): Promise<string> {
  let start = '';
  while (start.length < SAMPLE_CHARACTERS) {
    const next = await text.next();
    if (next.done === true) break;
    start += next.value;
  }
  return start;
}

async function* joined(start: string, rest: AsyncIterable<string>) {
  yield start;
  yield* rest;
}

function refusalOf(error: unknown, row: number): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return damaged(`a quotation mark in row ${row} is never closed`);
  if (error.code !== 'CSV_MAX_RECORD_SIZE') return error;
  return tooLarge(`Row ${row} has more than 4 million characters. Perhaps a quotation mark in it is never closed.`);
}

/** Returns the file name without its extension. */
function titleOf(fileName: string) {
  const name = basename(fileName.replaceAll('\\', '/'));
  const title = name.replace(/\.[^.]*$/, '').trim();
  return title === '' ? 'Sheet1' : title.slice(0, limits.titleCharacters);
}

const SEPARATORS = ['\t', ';', ',', '|'] as const;
const MAX_SAMPLE_LINES = 50;

/** Dialect of a CSV text. */
export interface Dialect {
  readonly separator: string;
  /** Length of a first line that only declares the separator, `sep=;` or `"sep=;"`, as Excel reads it. */
  readonly skip: number;
}

/**
 * Detects the separator: that of a `sep=` line, else the one with the same count in the most of the first lines. Separators in
 * quotes do not count.
 *
 * @param sample the start of the text
 * @param chosen separator to use instead of detecting it
 */
export function dialectOf(sample: string, chosen?: string): Dialect {
  const declaration = /^("?)sep=([^\r\n"])\1(?:\r\n|\n|\r)/i.exec(sample);
  const skip = declaration?.[0].length ?? 0;
  const declared = chosen ?? declaration?.[2];
  if (declared !== undefined) return { separator: declared, skip };
  const counts = countsOf(sample);
  const candidates = SEPARATORS.map((separator, index) => {
    return { separator, ...usualCountOf(counts.map((line) => line[index] ?? 0)) };
  });
  const [best] = candidates.toSorted((a, b) => b.lines - a.lines || b.count - a.count);
  return { separator: best !== undefined && best.lines > 0 ? best.separator : ',', skip: 0 };
}

/** Quoted fields: a quote opens one only at the start of a field, and the sample may end inside one. */
const QUOTED = /(?<=^|[\t;,|\r\n])"[^"]*(?:""[^"]*)*"?/g;

/** Counts each separator outside of quotes in each of the first non-blank lines. */
function countsOf(sample: string) {
  const lines = sample.replace(QUOTED, '""').split(/[\r\n]+/);
  const filled = lines.filter((line) => line !== '').slice(0, MAX_SAMPLE_LINES);
  return filled.map((line) => SEPARATORS.map((separator) => line.split(separator).length - 1));
}

/** Returns the most frequent count of a separator except 0, and the number of lines with it. */
function usualCountOf(counts: readonly number[]) {
  let usual = { lines: 0, count: 0 };
  for (const count of new Set(counts)) {
    const lines = counts.filter((other) => other === count).length;
    const isMoreUsual = lines > usual.lines || (lines === usual.lines && count > usual.count);
    if (count > 0 && isMoreUsual) usual = { lines, count };
  }
  return usual;
}
