import { Worker } from 'node:worker_threads';
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

/** Pages at which a commit moves them itself, should the thread not keep up: 64 MiB. */
const PAGES_MOST = 16_384;

/** Looks without anything to do after which the thread is ended: a minute. */
const IDLE_LOOKS = 240;

/** What {@link startCheckpoints} has started. */
export interface Checkpoints {
  readonly close: () => Promise<void>;
}

const nothing: Checkpoints = { close: async () => undefined };

/**
 * Has a thread move what was committed from SQLite's write-ahead log into its file. SQLite itself does that within a commit, and
 * the event loop stands still meanwhile. Nothing is done for PostgreSQL.
 *
 * @param entry path of the built `checkpointer.js`
 * @param report is told what went wrong; commits move pages themselves then
 */
export function startCheckpoints(db: Kysely<Database>, entry: string, report: (error: unknown) => void): Checkpoints {
  const sqlite = sqliteOf(db);
  if (sqlite === undefined) return nothing;
  sqlite.pragma(`wal_autocheckpoint = ${PAGES_MOST}`);
  const mover = new Mover(sqlite.name, entry, (error) => {
    clearInterval(timer);
    if (sqlite.open) sqlite.pragma('wal_autocheckpoint = 1000');
    report(error);
  });
  const timer = setInterval(() => {
    if (!sqlite.inTransaction) mover.look(pagesToMove(sqlite.pragma('wal_checkpoint(NOOP)')));
  }, LOOK_MILLISECONDS).unref();
  return {
    close: async () => {
      clearInterval(timer);
      await mover.close();
    },
  };
}

function pagesToMove(told: unknown): number {
  const [{ log, checkpointed }] = told as [{ log: number; checkpointed: number }];
  return log - checkpointed;
}

/** The thread, started when there is something to do for it, and ended when there was nothing for a while. */
class Mover {
  private thread: Worker | undefined;
  private isMoving = false;
  private idle = 0;

  constructor(
    private readonly file: string,
    private readonly entry: string,
    private readonly failed: (error: unknown) => void,
  ) {}

  look(pages: number): void {
    if (this.isMoving) return;
    if (pages >= PAGES) this.move();
    else if ((this.idle += 1) === IDLE_LOOKS) void this.close();
  }

  async close(): Promise<void> {
    const { thread } = this;
    this.thread = undefined;
    this.isMoving = false;
    await thread?.terminate();
  }

  private move() {
    this.idle = 0;
    this.isMoving = true;
    this.thread ??= this.start();
    this.thread.postMessage('move');
  }

  private start() {
    const thread = new Worker(this.entry, { workerData: this.file });
    thread.unref();
    thread.on('message', () => (this.isMoving = false));
    thread.once('error', (error) => {
      this.thread = undefined;
      this.failed(error);
    });
    return thread;
  }
}
