import { Refusal } from '../refusal';
import type { JobName, Jobs } from './jobs';
import { runThread } from './thread';

/** How the threads are made and how much they may use. */
export interface WorkersOptions {
  /** Path of the built worker (`worker.js`). */
  readonly entry: string;
  /** Threads at most at the same time; 2 when not given. */
  readonly size?: number;
  /** Megabytes of JavaScript heap a thread may use; 192 when not given. */
  readonly heapMegabytes?: number;
  /** Milliseconds a job may run, waiting not counted; 3 minutes when not given. */
  readonly timeoutMs?: number;
  /** Jobs that may wait for a thread; 16 when not given. */
  readonly queue?: number;
}

export interface RunOptions {
  /** Ends the job, waiting or running; `run` then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Threads that do what would block the server for too long. */
export interface Workers {
  /**
   * Runs one job in a thread of its own.
   *
   * @throws {Refusal} as the job throws it; `busy` when too many are waiting; `too_large` when the job needs more
   *   memory or time than it may use. Anything else that goes wrong is a plain `Error`.
   */
  run<Name extends JobName>(
    name: Name,
    input: Jobs[Name]['input'],
    options?: RunOptions,
  ): Promise<Jobs[Name]['output']>;
  /** Ends every job, waiting ones too, and takes no more. */
  close(): Promise<void>;
}

/** A fresh thread is made for each job, so that nothing of one file is left when the next is read. */
export function createWorkers(options: WorkersOptions): Workers {
  const { entry, size = 2, heapMegabytes = 192, timeoutMs = 180_000, queue = 16 } = options;
  const waiting: (() => void)[] = [];
  const closing = new AbortController();
  const threads = new Set<Promise<unknown>>();
  let running = 0;

  const place = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (running < size) return resolve(void (running += 1));
      if (waiting.length >= queue) return reject(busy());
      const begin = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(reasonOf(signal));
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(begin);
    });

  /** Hands the place to the next in the queue, or gives it back. */
  const leavePlace = () => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  return {
    async run(name, input, { signal: asked } = {}) {
      const signal = asked === undefined ? closing.signal : AbortSignal.any([asked, closing.signal]);
      if (signal.aborted) throw reasonOf(signal);
      await place(signal);
      const thread = runThread({ entry, name, input, heapMegabytes, timeoutMs, signal });
      threads.add(thread);
      return thread.finally(() => {
        threads.delete(thread);
        leavePlace();
      });
    },
    async close() {
      closing.abort(new Refusal('busy', 'The server is stopping. Try again in a moment.', { headers: retryLater }));
      await Promise.allSettled(threads);
    },
  };
}

const retryLater = { 'Retry-After': '5' };

const busy = () =>
  new Refusal('busy', 'Other workbooks are being read right now. Try again in a few seconds.', { headers: retryLater });

const reasonOf = (signal: AbortSignal) =>
  signal.reason instanceof Error ? signal.reason : new Error('The job was ended.', { cause: signal.reason });
