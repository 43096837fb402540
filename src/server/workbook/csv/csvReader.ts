import { basename } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { limits } from '../../../contract/limits';
import type { Budget } from '../budget';
import { readingLimits } from '../readingLimits';
import { damaged, tooLarge } from '../refusals';
import { type ReadTab, TabWriter } from '../tabWriter';
import { textOf } from './csvText';
import { dialectOf } from './separator';

const SAMPLE = 1 << 16;

/** Reads a text of separated fields (RFC 4180, and what programs make of it) as one tab, named like the file. */
export async function readCsv(path: string, fileName: string, budget: Budget): Promise<ReadTab> {
  const title = titleOf(fileName);
  const writer = new TabWriter(title, budget);
  let row = 0;
  try {
    for await (const fields of recordsOf(path)) {
      row += 1;
      writer.startRow(row);
      fields.forEach((field, at) => writer.put(at + 1, field));
      writer.endRow();
    }
  } catch (error) {
    throw error instanceof CsvError ? refusalOf(error) : error;
  }
  return writer.finish({ sheetId: 0, title, hidden: false, merges: [], typed: false });
}

async function* recordsOf(path: string): AsyncGenerator<string[], void, undefined> {
  const text = textOf(path);
  let sample = '';
  while (sample.length < SAMPLE) {
    const next = await text.next();
    if (next.done) break;
    sample += next.value;
  }
  const { separator, skip } = dialectOf(sample.slice(0, SAMPLE));
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Changes nothing for fields that keep the rule; a quotation mark inside others is taken as it stands.
    relax_quotes: true,
    max_record_size: readingLimits.piece,
  });
  pipeline(Readable.from(joined(sample.slice(skip), text)), parser, () => undefined);
  yield* parser as AsyncIterable<string[]>;
}

async function* joined(first: string, rest: AsyncIterable<string>) {
  yield first;
  yield* rest;
}

/** The file's name without its ending. */
function titleOf(fileName: string) {
  const name = basename(fileName.replaceAll('\\', '/'));
  const title = name.replace(/\.[^.]*$/, '').trim();
  return title === '' ? 'Sheet1' : title.slice(0, limits.titleCharacters);
}

function refusalOf({ code, records }: CsvError) {
  const row = Number(records) + 1;
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return tooLarge(`Row ${row} has more than 4 million characters. Perhaps a quotation mark in it is never closed.`);
  }
  return damaged(
    code === 'CSV_QUOTE_NOT_CLOSED' ? `a quotation mark in row ${row} is never closed` : `row ${row} cannot be read`,
  );
}
