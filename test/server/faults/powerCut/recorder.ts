import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '../../../../src/server/database/schema';
import { SQLITE_FILE } from '../../../../src/server/database/sqlite';
import { pragma } from '../../../fixtures/pragma';
import type { Files, Recording, Step } from './fileSteps';

/** Sizes in the file format: the log's header and that of each page in it (https://sqlite.org/fileformat2.html, section 4). */
const HEADER = 32;
const FRAME_HEADER = 24;
const SALT = { header: 16, frame: 8, bytes: 8 };

/** Offset in a frame's header of the database size in pages after the commit that it ends; 0 in all other frames. */
const COMMIT = 4;

/** Value of `PRAGMA synchronous` with which SQLite brings the log to the disk after each commit; with a smaller one it does not. */
const FULL_SYNC = 2;

/**
 * Records what SQLite does to its files. The log is read after each acknowledgement. Whether it is synchronised after each commit
 * depends on `PRAGMA synchronous`. Checkpoints happen when the test says so.
 */
export class Recorder {
  readonly #steps: Step[] = [];
  readonly #start: Files;
  readonly #pageBytes: number;
  #main: Buffer;
  #salt: Buffer;
  #read: number;
  readonly #syncsCommits: boolean;

  /** @param settings of the database, as SQLite returns them */
  constructor(
    private readonly db: Kysely<Database>,
    private readonly file: string,
    settings: { readonly pageBytes: number; readonly synchronous: number },
  ) {
    this.#pageBytes = settings.pageBytes;
    this.#main = readFileSync(file);
    const log = readFileSync(`${file}-wal`);
    this.#start = { main: this.#main, log };
    this.#salt = saltOf(log);
    this.#read = this.#endOf(log, HEADER);
    this.#syncsCommits = settings.synchronous >= FULL_SYNC;
  }

  /** Starts a recording of a database. */
  static async of(db: Kysely<Database>, dataDir: string): Promise<Recorder> {
    await pragma(db, 'wal_autocheckpoint = 0');
    const [pageBytes, synchronous] = [await pragma(db, 'page_size'), await pragma(db, 'synchronous')];
    const settings = { pageBytes: Number(pageBytes), synchronous: Number(synchronous) };
    return new Recorder(db, join(dataDir, SQLITE_FILE), settings);
  }

  get recording(): Recording {
    return { start: this.#start, steps: this.#steps };
  }

  /** Records the commits since the last call. */
  look(): void {
    const log = readFileSync(`${this.file}-wal`);
    if (!saltOf(log).equals(this.#salt)) this.#beginAnew(log);
    const end = this.#endOf(log, this.#read);
    for (; this.#read < end; this.#read += FRAME_HEADER + this.#pageBytes) this.#noteFrame(log, this.#read);
  }

  /** Records an acknowledgement. */
  acknowledge(): void {
    this.look();
    this.#steps.push({ kind: 'acknowledged' });
  }

  /** Runs and records a checkpoint. */
  async checkpoint(): Promise<void> {
    this.look();
    this.#steps.push({ kind: 'sync', file: 'log' });
    await pragma(this.db, 'wal_checkpoint(PASSIVE)');
    this.#noteMain();
  }

  /** Records the checkpoint at closing and the removal of the log. @param close closes the database */
  async close(close: () => Promise<void>): Promise<void> {
    this.look();
    this.#steps.push({ kind: 'sync', file: 'log' });
    await close();
    this.#noteMain();
    this.#steps.push({ kind: 'remove', file: 'log' });
  }

  #beginAnew(log: Buffer) {
    const bytes = Buffer.from(log.subarray(0, HEADER));
    this.#steps.push({ kind: 'write', file: 'log', at: 0, bytes }, { kind: 'sync', file: 'log' });
    this.#salt = saltOf(log);
    this.#read = HEADER;
  }

  #noteFrame(log: Buffer, at: number) {
    const page = at + FRAME_HEADER;
    this.#noteWrite('log', log, at, page);
    this.#noteWrite('log', log, page, page + this.#pageBytes);
    const isCommit = log.readUInt32BE(at + COMMIT) > 0;
    if (isCommit && this.#syncsCommits) this.#steps.push({ kind: 'sync', file: 'log' });
  }

  #noteMain() {
    const before = this.#main;
    this.#main = readFileSync(this.file);
    for (let at = 0; at < this.#main.length; at += this.#pageBytes) {
      const end = at + this.#pageBytes;
      if (!this.#main.subarray(at, end).equals(before.subarray(at, end))) this.#noteWrite('main', this.#main, at, end);
    }
    this.#steps.push({ kind: 'sync', file: 'main' });
  }

  #noteWrite(file: 'main' | 'log', bytes: Buffer, at: number, end: number) {
    this.#steps.push({ kind: 'write', file, at, bytes: Buffer.from(bytes.subarray(at, end)) });
  }

  /** Returns where the frames of the log's current header end: frames behind it belong to an earlier one. */
  #endOf(log: Buffer, from: number): number {
    const size = FRAME_HEADER + this.#pageBytes;
    let end = from;
    while (end + size <= log.length && saltOf(log, end + SALT.frame).equals(this.#salt)) end += size;
    return end;
  }
}

const saltOf = (log: Buffer, at = SALT.header) => Buffer.from(log.subarray(at, at + SALT.bytes));
