import { Worker } from 'node:worker_threads';
import type BetterSqlite3 from 'better-sqlite3';
import type { Kysely } from 'kysely';
import type { Database } from './schema';
import { sqliteOf } from './sqlite';

/** How often the log is looked at. */
const LOOK_MILLISECONDS = 250;

/**
 * Pages in the log from which on they are moved: 16 MiB. Whoever brings commits to the disk meanwhile waits for it longer; and
 * a page that was written many times is moved once.
 */
const PAGES = 4_096;

/** So few pages, what was committed while the others were moved, are moved at once: a mebibyte. */
const PAGES_FEW = 256;

/** Pages at which a commit moves them itself, should the thread not keep up: 64 MiB. */
const PAGES_MOST = 16_384;

/** Looks without anything to do after which the thread is ended: a minute. */
const IDLE_LOOKS = 240;

/** What {@link startCheckpoints} has started. */
export interface Checkpoints {
  readonly close: () => Promise<void>;
}

/**
 * Has a thread move what was committed from SQLite's write-ahead log into its file. SQLite itself does that within a commit, and
 * the event loop stands still meanwhile. Nothing is done for PostgreSQL.
 *
 * @param entry path of the built `checkpointer.js`
 * @param report is told what went wrong; commits move pages themselves then
 */
export function startCheckpoints(db: Kysely<Database>, entry: string, report: (error: unknown) => void): Checkpoints {
  const sqlite = sqliteOf(db);
  if (sqlite === undefined) return { close: async () => undefined };
  sqlite.pragma(`wal_autocheckpoint = ${PAGES_MOST}`);
  const emptying = new Emptying(sqlite, entry, (error) => {
    if (sqlite.open) sqlite.pragma('wal_autocheckpoint = 1000');
    report(error);
  });
  return { close: () => emptying.close() };
}

/**
 * Empties the log whenever it has become long. The thread moves what is there when it begins, then what was committed meanwhile, and
 * so on until little is left. That little is moved between two commits: SQLite writes the log from its beginning again only when
 * all of it is in the file. To write over a file takes the disk a fraction of what it takes to make it longer, which the file system
 * has to note in its journal.
 */
class Emptying {
  readonly #mover: Mover;
  readonly #timer: NodeJS.Timeout;
  /** From when the log was long until all of it was in the file. */
  #isUnderWay = false;
  /** Pages that were left when the thread was told to move them. */
  #before = 0;

  constructor(
    private readonly sqlite: BetterSqlite3.Database,
    entry: string,
    private readonly failed: (error: unknown) => void,
  ) {
    this.#mover = new Mover(sqlite.name, entry, {
      // Where somebody who reads keeps them from being moved, or more is written meanwhile, there is the next look.
      moved: () => this.#look(this.#before / 2),
      failed: (error) => this.#fail(error),
    });
    this.#timer = setInterval(() => this.#look(), LOOK_MILLISECONDS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#mover.close();
  }

  /** @param most with more pages nothing is done */
  #look(most = Infinity) {
    if (this.#mover.isMoving || !this.sqlite.open || this.sqlite.inTransaction) return;
    try {
      const pages = pagesToMove(this.sqlite.pragma('wal_checkpoint(NOOP)'));
      if (pages <= most) this.#goOn(pages);
    } catch (error) {
      this.#fail(error);
    }
  }

  #goOn(pages: number) {
    if (pages >= PAGES) this.#isUnderWay = true;
    if (!this.#isUnderWay) return this.#mover.rest();
    if (pages > PAGES_FEW) return this.#move(pages);
    this.#isUnderWay = pagesToMove(this.sqlite.pragma('wal_checkpoint(PASSIVE)')) > 0;
  }

  #move(pages: number) {
    this.#before = pages;
    this.#mover.move();
  }

  #fail(error: unknown) {
    clearInterval(this.#timer);
    this.failed(error);
  }
}

function pagesToMove(told: unknown): number {
  const [{ log, checkpointed }] = told as [{ log: number; checkpointed: number }];
  return log - checkpointed;
}

/** Who is told how the thread fares. */
interface MoverListener {
  readonly moved: () => void;
  readonly failed: (error: unknown) => void;
}

/** The thread, started when there is something to do for it, and ended when there was nothing for a while. */
class Mover {
  private thread: Worker | undefined;
  private idle = 0;
  isMoving = false;

  constructor(
    private readonly file: string,
    private readonly entry: string,
    private readonly listener: MoverListener,
  ) {}

  move(): void {
    this.idle = 0;
    this.isMoving = true;
    this.thread ??= this.start();
    this.thread.postMessage('move');
  }

  /** Hears that there is nothing to do. */
  rest(): void {
    if ((this.idle += 1) === IDLE_LOOKS) void this.close();
  }

  async close(): Promise<void> {
    const { thread } = this;
    this.thread = undefined;
    this.isMoving = false;
    await thread?.terminate();
  }

  private start() {
    const thread = new Worker(this.entry, { workerData: this.file });
    thread.unref();
    thread.on('message', () => {
      this.isMoving = false;
      this.listener.moved();
    });
    thread.once('error', (error) => {
      this.thread = undefined;
      this.listener.failed(error);
    });
    return thread;
  }
}
