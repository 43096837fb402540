import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { jobsDone } from '../counters';
import { Semaphore } from '../semaphore';
import { busy, Refusal } from '../refusal';
import { withFirstSignal } from '../timeLimits';
import { errorOf, memoryOf, type Reply, withBuffers } from './crossing';

const queueIsFull = () => busy('Other workbooks are being read right now. Try again in a few seconds.', 5);

/**
 * The work that is done away from the main thread: by name what runs inside the worker thread. It is given its input, and may be given
 * a second argument to tell how far it is. Each folder declares its own jobs by adding to this interface; `worker.ts` has them all.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- other modules add the members
export interface Jobs {}

export type JobName = keyof Jobs;
type Input<Name extends JobName> = Parameters<Jobs[Name]>[0];
type Output<Name extends JobName> = Jobs[Name] extends (...given: never) => Promise<infer Result> ? Result : never;

/** A job as a thread is given it. */
export interface GivenJob {
  readonly name: JobName;
  readonly input: unknown;
}

/** How far `deriveTab` is: rows that are read. */
export interface JobProgress {
  readonly rows: number;
}

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
  /** Hears how far the job is, where it tells. */
  readonly onProgress?: (progress: JobProgress) => void;
  /** Whether the memory of the buffers in the input is handed over instead of copied; they are empty then. */
  readonly givesAway?: boolean;
}

/** {@link RunOptions} with what ends it in any case. */
type EndedRun = RunOptions & { readonly signal: AbortSignal };

/** Threads that do what would block the server for too long. */
export interface Workers {
  /**
   * Runs one job in a thread that does nothing else meanwhile.
   *
   * @throws {Refusal} as the job throws it; `busy` when too many are waiting; `too_large` when the job needs more
   *   memory or time than it may use. Anything else that goes wrong is a plain `Error`.
   */
  run<Name extends JobName>(name: Name, input: Input<Name>, options?: RunOptions): Promise<Output<Name>>;
  /** Jobs that run and that wait, at the moment. */
  load(): { readonly running: number; readonly waiting: number };
  /** Ends every job, waiting ones too, and takes no more. */
  close(): Promise<void>;
}

/** Milliseconds after which a thread without a job ends. */
const IDLE = 30_000;

function createPool(entry: string, size: number, heapMegabytes: number): Piscina {
  const pool = new Piscina({
    filename: entry,
    minThreads: 0,
    maxThreads: size,
    idleTimeout: IDLE,
    // A thread that waits by `Atomics.wait` cannot end what it has begun in the background.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: Math.min(32, heapMegabytes) },
  });
  // Jobs hear of a thread that cannot start; one that fails without a job changes nothing.
  pool.on('error', () => undefined);
  return pool;
}

/** Threads beside the main one, so many at a time, with a queue that ends. */
export function createWorkers(options: WorkersOptions): Workers {
  const { entry, size = 2, heapMegabytes = 192, timeoutMs = 180_000, queue = 16 } = options;
  const semaphore = new Semaphore(size, (waiting) => waiting >= queue, queueIsFull);
  const pool = createPool(entry, size, heapMegabytes);
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();

  /** Has a thread do a job that has a place. */
  async function perform<Name extends JobName>(name: Name, input: Input<Name>, options: EndedRun) {
    const { signal, onProgress, givesAway = false } = options;
    const { port1, port2 } = new MessageChannel();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(tooSlow(timeoutMs)), timeoutMs);
    const cannotStart = (error: Error) => late.abort(isOutOfMemory(error) ? tooMuchMemory() : error);
    pool.once('error', cannotStart);
    const receive = (message: JobProgress | 'begun') => {
      if (message === 'begun') pool.off('error', cannotStart);
      else onProgress?.(message);
    };
    port1.on('message', receive);
    try {
      const reply = await withFirstSignal([signal, late.signal], (ending) => {
        const transferList = [port2, ...(givesAway ? memoryOf(input) : [])];
        const answered = pool.run({ name, input, port: port2 }, { signal: ending, transferList });
        return answered.catch((error: unknown) => {
          throw ending.aborted ? ending.reason : isOutOfMemory(error) ? tooMuchMemory() : error;
        }) as Promise<Reply>;
      });
      // The reply comes by another channel, and may overtake what was told before it.
      for (let message = receiveMessageOnPort(port1); message !== undefined; message = receiveMessageOnPort(port1)) {
        receive(message.message as JobProgress | 'begun');
      }
      return reply;
    } finally {
      clearTimeout(timer);
      pool.off('error', cannotStart);
      port1.close();
    }
  }

  async function run<Name extends JobName>(name: Name, input: Input<Name>, options: EndedRun) {
    const answer = counted(name, async () => {
      const reply = await perform(name, input, options);
      if (!('output' in reply)) throw errorOf(reply);
      return withBuffers(reply.output) as Output<Name>;
    });
    running.add(answer);
    return answer.finally(() => running.delete(answer));
  }

  return {
    run(name, input, { signal: asked, ...options } = {}) {
      const signals = asked === undefined ? [closing.signal] : [asked, closing.signal];
      return withFirstSignal(signals, (signal) =>
        semaphore.hold(() => run(name, input, { ...options, signal }), signal),
      );
    },
    load: () => semaphore.load(),
    async close() {
      closing.abort(busy('The server is stopping. Try again in a moment.', 5));
      await Promise.allSettled(running);
      await pool.destroy();
    },
  };
}

/** Counts how a job ends; one that is refused has a file that is not right. */
async function counted<T>(job: JobName, work: () => Promise<T>): Promise<T> {
  try {
    const output = await work();
    jobsDone.inc({ job, outcome: 'done' });
    return output;
  } catch (error) {
    jobsDone.inc({ job, outcome: error instanceof Refusal ? 'refused' : 'failed' });
    throw error;
  }
}

const isOutOfMemory = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const smaller = 'Split it into several workbooks, or remove tabs, rows and columns that are not needed.';

const tooMuchMemory = () =>
  new Refusal('too_large', 'The workbook needs more memory than this server gives to one file.', { hint: smaller });

const tooSlow = (timeoutMs: number) =>
  new Refusal('too_large', `Reading the workbook took longer than ${Math.ceil(timeoutMs / 1000)} seconds.`, {
    hint: smaller,
  });
