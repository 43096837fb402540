import { basename } from 'node:path';
import { limits } from '../../../contract/limits';
import type { Budget } from '../budget';
import { readingLimits } from '../readingLimits';
import { damaged, tooLarge } from '../refusals';
import { type ReadTab, TabWriter } from '../tabWriter';
import { utf8Of } from './csvText';
import { RecordFields } from './recordFields';
import { dialectOf } from './separator';

/** Characters of the beginning that tell how the rest is to be read. */
const SAMPLE = 1 << 16;

/** Reads a text of separated fields as one tab, named like the file. */
export async function readCsv(path: string, fileName: string, budget: Budget): Promise<ReadTab> {
  const title = titleOf(fileName);
  const writer = new TabWriter(title, budget, false);
  const records = new Records(writer);
  for await (const bytes of utf8Of(path)) records.add(bytes);
  records.end();
  return writer.finish({ sheetId: 0, title, hidden: false, merges: [] });
}

/** Hands the fields of records to a writer. */
class Records {
  private fields: RecordFields | undefined;
  /** What has not been read yet, as its record may go on. */
  private rest: Buffer = Buffer.alloc(0);
  private row = 0;

  constructor(private readonly writer: TabWriter) {}

  add(bytes: Buffer): void {
    this.rest = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    // A character of a sample may be cut in two, which says nothing of separators.
    if (this.fields !== undefined || this.rest.length >= SAMPLE) this.read(false);
  }

  end(): void {
    this.read(true);
  }

  private read(isLast: boolean) {
    this.fields ??= this.begin();
    const { rest, fields } = this;
    let at = 0;
    while (at < rest.length) {
      const found = fields.find(rest, at, isLast);
      const end = found === true ? fields.next : rest.length;
      if (end - at > readingLimits.piece) throw this.tooLong();
      if (found === 'open') throw damaged(`a quotation mark in row ${this.row + 1} is never closed`);
      if (!found) break;
      this.put(rest, fields);
      at = end;
    }
    this.rest = rest.subarray(Math.min(at, rest.length));
  }

  private begin() {
    const sample = this.rest.toString('utf8', 0, SAMPLE);
    const { separator, skip } = dialectOf(sample);
    this.rest = this.rest.subarray(Buffer.byteLength(sample.slice(0, skip)));
    return new RecordFields(separator);
  }

  private put(bytes: Buffer, fields: RecordFields) {
    const { starts, ends, plain } = fields;
    this.row += 1;
    this.writer.startRow(this.row);
    for (let at = 0; at < fields.count; at += 1) {
      if (starts[at] === ends[at]) continue;
      if (plain[at] === 1) this.writer.putJson(at + 1, bytes, starts[at]!, ends[at]!, true);
      else this.writer.put(at + 1, fields.text(at));
    }
    this.writer.endRow();
  }

  private tooLong() {
    const row = this.row + 1;
    return tooLarge(`Row ${row} has more than 4 million characters. Perhaps a quotation mark in it is never closed.`);
  }
}

/** The file's name without its ending. */
function titleOf(fileName: string) {
  const name = basename(fileName.replaceAll('\\', '/'));
  const title = name.replace(/\.[^.]*$/, '').trim();
  return title === '' ? 'Sheet1' : title.slice(0, limits.titleCharacters);
}
