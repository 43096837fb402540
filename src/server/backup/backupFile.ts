import { createHash, type Hash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { writeNewFile } from '../newFile';
import { StartFailure } from '../refusal';
import {
  type CopiedTable,
  type Progress,
  rowsOf,
  type RowSource,
  type RowsOfTable,
  type StoredRow,
  type StoredValue,
} from './rows';

/** What is read of a backup at once: so many rows, and so many characters. */
const ROWS_AT_ONCE = 500;
const BYTES_AT_ONCE = 1 << 22;

/** What the first line of a backup says. */
interface Head {
  readonly format: 'tabpoint backup';
  readonly version: 1;
  readonly madeAt: string;
  readonly schemaVersion: number;
  readonly tables: readonly CopiedTable[];
}

/** Its last line: a file without one was cut off. `sha256` is that of all lines before it, with their ends. */
interface Tail {
  readonly end: true;
  readonly rows: number;
  readonly sha256: string;
}

const written = (value: StoredValue) => (Buffer.isBuffer(value) ? { b: value.toString('base64') } : value);

const read = (value: StoredValue | { readonly b: string }): StoredValue =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value) ? Buffer.from(value.b, 'base64') : value;

/** Characters that are handed on at once. */
const PIECE = 1 << 16;

/** The lines of a backup: its head, a line for each row with the place of its table before its values, its tail. */
async function* linesOf(source: RowSource, hash: Hash, progress: Progress): AsyncGenerator<string> {
  const { schemaVersion, tables } = source;
  const head: Head = { format: 'tabpoint backup', version: 1, madeAt: new Date().toISOString(), schemaVersion, tables };
  let text = `${JSON.stringify(head)}\n`;
  let count = 0;
  for await (const { table, rows } of source.rows()) {
    const place = tables.indexOf(table);
    for (const row of rows) {
      text += `${JSON.stringify([place, ...row.map(written)])}\n`;
      if (text.length < PIECE) continue;
      hash.update(text);
      yield text;
      text = '';
    }
    progress((count += rows.length));
  }
  hash.update(text);
  yield `${text}${JSON.stringify({ end: true, rows: count, sha256: hash.digest('base64url') } satisfies Tail)}\n`;
}

/** On disk for good, under its name. */
async function settle(draft: string, file: string) {
  const handle = await open(draft, 'r');
  await handle.sync();
  await handle.close();
  await rename(draft, file);
}

/**
 * Writes a backup: gzip of lines of JSON, readable by its owner only. It has its name when it is whole.
 *
 * @throws StartFailure where the file is there already
 */
export async function writeBackup(file: string, source: RowSource, progress: Progress): Promise<void> {
  if (existsSync(file)) throw new StartFailure(`${file} is there already. Name another file.`);
  const draft = `${file}.part`;
  try {
    const lines = Readable.from(linesOf(source, createHash('sha256'), progress));
    // What is left of one that was cut off.
    await rm(draft, { force: true });
    await writeNewFile(draft, [lines, createGzip({ level: 1 })]);
    await settle(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

const notWhole = (file: string, why: string) =>
  new StartFailure(`${file} is no whole backup of Tabpoint (${why}). Nothing was changed; use another one.`);

/** The lines of a file. @throws StartFailure where it cannot be read to its end */
async function* linesIn(file: string): AsyncGenerator<string> {
  const unzipped = createGunzip();
  const source = createReadStream(file);
  source.once('error', (error) => unzipped.destroy(error));
  source.pipe(unzipped).setEncoding('utf8');
  let rest = '';
  try {
    for await (const piece of unzipped as AsyncIterable<string>) {
      const lines = (rest + piece).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw notWhole(file, error instanceof Error ? error.message : String(error));
  } finally {
    source.destroy();
    unzipped.destroy();
  }
  if (rest !== '') yield rest;
}

/** A line of JSON. @throws StartFailure where it is none */
function parsed(file: string, line: string, otherwise: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw notWhole(file, otherwise);
  }
}

/** The first line of a backup. @throws StartFailure */
async function headIn(file: string): Promise<Head> {
  for await (const line of linesIn(file)) {
    const head = parsed(file, line, 'it does not begin like one') as Head | null;
    if (head?.format === 'tabpoint backup' && head.version === 1) return head;
    throw notWhole(file, 'it does not begin like one');
  }
  throw notWhole(file, 'it was cut off');
}

/**
 * The rows of a backup, some at a time.
 *
 * @throws StartFailure at its end where the file is not whole
 */
async function* rowsIn(file: string, head: Head): AsyncGenerator<RowsOfTable> {
  const hash = createHash('sha256');
  let tail: Tail | undefined;
  let table: CopiedTable | undefined;
  let rows: StoredRow[] = [];
  let [lines, bytes] = [0, 0];
  for await (const line of linesIn(file)) {
    if (tail !== undefined) throw notWhole(file, 'something follows its end');
    if (line.startsWith('{"end":true')) {
      tail = parsed(file, line, 'it was changed') as Tail;
      continue;
    }
    hash.update(`${line}\n`);
    lines += 1;
    if (lines === 1) continue;
    const [place, ...values] = parsed(file, line, 'it was changed') as [number, ...StoredValue[]];
    if (
      table !== undefined &&
      (head.tables[place] !== table || bytes > BYTES_AT_ONCE || rows.length === ROWS_AT_ONCE)
    ) {
      yield { table, rows };
      [rows, bytes] = [[], 0];
    }
    table = head.tables[place];
    rows.push(values.map(read));
    bytes += line.length;
  }
  if (tail === undefined) throw notWhole(file, 'it was cut off');
  if (tail.sha256 !== hash.digest('base64url')) throw notWhole(file, 'it was changed');
  if (tail.rows !== lines - 1 || tail.rows !== rowsOf(head)) throw notWhole(file, 'rows are missing');
  if (table !== undefined && rows.length > 0) yield { table, rows };
}

/**
 * Opens a backup, after all of it was read and found whole: nothing is done with one that is damaged.
 *
 * @throws StartFailure where it is not
 */
export async function openBackup(file: string): Promise<RowSource & { readonly madeAt: string }> {
  const head = await headIn(file);
  const source = { ...head, rows: () => rowsIn(file, head) };
  for (const rows = source.rows(); (await rows.next()).done !== true;);
  return source;
}
