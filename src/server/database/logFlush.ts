import { close, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import type BetterSqlite3 from 'better-sqlite3';

/** What was committed may not be on the disk, and nobody can tell: the system has forgotten what it could not write. */
export class LogNotFlushed extends Error {
  constructor(cause: unknown) {
    super('The write-ahead log could not be brought to the disk.', { cause });
    this.name = 'LogNotFlushed';
  }
}

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Value of `PRAGMA synchronous` where nothing has to outlive a power cut. */
const OFF = 0;

/**
 * Brings SQLite's write-ahead log to the disk, in a thread of Node's pool: the event loop goes on meanwhile. With
 * `synchronous = NORMAL` SQLite itself waits for the disk only when pages are moved into the file; whoever waits here after a commit,
 * before anybody is told of it, has what `FULL` does within it ("PRAGMA synchronous"): the log is one file, whose bytes are on the
 * disk up to that commit and, as they are checked by sums that follow from each other, are found again in order.
 *
 * After a failure nothing is written any more: what a second attempt says of the same bytes means nothing.
 */
export class LogFlush {
  #file: number | undefined;
  #waiting: Waiting[] = [];
  #isUnderWay = false;
  #failure: LogNotFlushed | undefined;

  constructor(private readonly sqlite: BetterSqlite3.Database) {}

  /**
   * Waits until all that was committed so far is on the disk. Those who wait together share one flush.
   *
   * @throws LogNotFlushed
   */
  flush(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      if (!this.#isUnderWay) this.#begin();
    });
  }

  /**
   * The same within this turn of the event loop: for what is so little that to wait for a thread, and for the turn after, would take
   * longer than the disk does.
   *
   * @throws LogNotFlushed
   */
  flushAtOnce(): void {
    const file = this.#fileToFlush();
    this.requireSound();
    if (file === undefined) return;
    try {
      fdatasyncSync(file);
    } catch (error) {
      this.#failure ??= new LogNotFlushed(error);
      throw this.#failure;
    }
  }

  /** @throws LogNotFlushed once the disk has failed */
  requireSound(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Waits for what is under way, and lets go of the file. */
  async close(): Promise<void> {
    if (this.#isUnderWay) await this.flush().catch(() => undefined);
    const file = this.#file;
    this.#file = undefined;
    if (file !== undefined) await promisify(close)(file);
  }

  /** The flush of all who have come; those who come meanwhile may have committed too late for it. */
  #begin(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    const file = this.#fileToFlush();
    if (file === undefined || this.#failure !== undefined) return this.#tell(waiting);
    this.#isUnderWay = true;
    fdatasync(file, (error) => {
      this.#isUnderWay = false;
      if (error !== null) this.#failure ??= new LogNotFlushed(error);
      if (this.#waiting.length > 0) this.#begin();
      this.#tell(waiting);
    });
  }

  #tell(waiting: readonly Waiting[]): void {
    for (const { resolve, reject } of waiting) {
      if (this.#failure === undefined) resolve();
      else reject(this.#failure);
    }
  }

  /** The log; undefined where there is nothing to wait for. */
  #fileToFlush(): number | undefined {
    const { sqlite } = this;
    // Whoever closes a database brings it to the disk.
    if (!sqlite.open || sqlite.pragma('synchronous', { simple: true }) === OFF) return undefined;
    try {
      // SQLite's locks are on its other files, and outlive the closing of this one ("The WAL-Index File Format").
      this.#file ??= openSync(`${sqlite.name}-wal`, 'r+');
    } catch (error) {
      this.#failure ??= new LogNotFlushed(error);
    }
    return this.#file;
  }
}
