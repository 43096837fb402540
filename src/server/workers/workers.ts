import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { jobsDone } from '../counters';
import { busy, Refusal } from '../refusal';
import { Semaphore } from '../semaphore';
import { withFirstSignal } from '../timeLimits';
import { errorOf, type Reply, transferablesOf, withBuffers } from './messages';

const queueIsFull = () => busy('Other workbooks are being read right now. Try again in a few seconds.', 5);

/**
 * Jobs by name: functions that run in worker threads. Each gets its input and, as second argument, a callback to report its
 * progress. Folders add their jobs to this interface by declaration merging; `worker.ts` lists their functions.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- other modules add the members
export interface Jobs {}

export type JobName = keyof Jobs;
type Input<Name extends JobName> = Parameters<Jobs[Name]>[0];
type Output<Name extends JobName> = Jobs[Name] extends (...given: never) => Promise<infer Result> ? Result : never;

/** Progress of `deriveTab`: number of rows read. */
export interface JobProgress {
  readonly rows: number;
}

/** Configuration of the threads and their limits. */
export interface WorkersOptions {
  /** Path of the built worker (`worker.js`). */
  readonly entry: string;
  /** Maximum number of threads. Default 2. */
  readonly size?: number;
  /** JavaScript heap of a thread in megabytes. Default 192. */
  readonly heapMegabytes?: number;
  /** Timeout of a running job in milliseconds, without its time in the queue. Default 3 minutes. */
  readonly timeoutMs?: number;
  /** Maximum number of queued jobs. Default 16. */
  readonly queue?: number;
}

export interface RunOptions {
  /** Cancels the job, queued or running; `run` then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called with the progress of jobs that report it. */
  readonly onProgress?: (progress: JobProgress) => void;
  /** Whether the buffers in the input are transferred, and so become empty, instead of copied. */
  readonly transferInput?: boolean;
}

/** Pool of worker threads, for work that would block the event loop too long. */
export interface Workers {
  /**
   * Runs one job in a thread of its own.
   *
   * @throws {Refusal} of the job itself; `busy` if the queue is full; `too_large` if the job exceeds its memory or its timeout.
   *   Other failures are plain `Error`s.
   */
  run<Name extends JobName>(name: Name, input: Input<Name>, options?: RunOptions): Promise<Output<Name>>;
  /** Returns the number of running and of queued jobs. */
  load(): { readonly running: number; readonly waiting: number };
  /** Cancels every job, queued ones too, and rejects new ones. */
  close(): Promise<void>;
}

/** Time after which an idle thread ends. */
const IDLE_TIMEOUT_MS = 30_000;

function createPool(entry: string, size: number, heapMegabytes: number): Piscina {
  const pool = new Piscina({
    filename: entry,
    minThreads: 0,
    maxThreads: size,
    idleTimeout: IDLE_TIMEOUT_MS,
    // A thread blocked in `Atomics.wait` could not finish its background work.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: Math.min(32, heapMegabytes) },
  });
  // A job fails if its thread cannot start (see `cannotStart`); a thread that fails without a job matters to nobody.
  pool.on('error', () => undefined);
  return pool;
}

/** Creates the pool. */
export function createWorkers(options: WorkersOptions): Workers {
  const { entry, size = 2, heapMegabytes = 192, timeoutMs = 180_000, queue = 16 } = options;
  const semaphore = new Semaphore(size, (waiting) => (waiting >= queue ? queueIsFull() : undefined));
  const pool = createPool(entry, size, heapMegabytes);
  const closing = new AbortController();

  /** Runs a job that holds a permit. */
  async function perform<Name extends JobName>(
    name: Name,
    input: Input<Name>,
    signal: AbortSignal,
    { onProgress, transferInput = false }: RunOptions,
  ) {
    const { port1, port2 } = new MessageChannel();
    const failure = new AbortController();
    const timer = setTimeout(() => failure.abort(tooSlow(timeoutMs)), timeoutMs);
    const cannotStart = (error: Error) => failure.abort(failureOf(error));
    pool.once('error', cannotStart);
    const receive = (message: JobProgress | 'begun') => {
      if (message === 'begun') pool.off('error', cannotStart);
      else onProgress?.(message);
    };
    port1.on('message', receive);
    try {
      const reply = await withFirstSignal([signal, failure.signal], async (ending) => {
        const transferList = [port2, ...(transferInput ? transferablesOf(input) : [])];
        try {
          return (await pool.run({ name, input, port: port2 }, { signal: ending, transferList })) as Reply;
        } catch (error) {
          throw ending.aborted ? ending.reason : failureOf(error);
        }
      });
      // The reply comes by another channel, and may overtake progress messages sent before it.
      let overtaken = receiveMessageOnPort(port1);
      while (overtaken !== undefined) {
        receive(overtaken.message as JobProgress | 'begun');
        overtaken = receiveMessageOnPort(port1);
      }
      if (!('output' in reply)) throw errorOf(reply);
      return withBuffers(reply.output) as Output<Name>;
    } finally {
      clearTimeout(timer);
      pool.off('error', cannotStart);
      port1.close();
    }
  }

  return {
    run(name, input, options = {}) {
      const signals = options.signal === undefined ? [closing.signal] : [options.signal, closing.signal];
      return withFirstSignal(signals, (signal) =>
        semaphore.hold(() => counted(name, () => perform(name, input, signal, options)), signal),
      );
    },
    load: () => semaphore.load(),
    async close() {
      closing.abort(busy('The server is stopping. Try again in a moment.', 5));
      await pool.destroy();
    },
  };
}

/** Counts a job by outcome: `refused` means that its file is invalid. */
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

const SPLIT_HINT = 'Split it into several workbooks, or remove tabs, rows and columns that are not needed.';

/** Converts an error of a thread: exceeding its memory is a refusal. */
function failureOf(error: unknown): unknown {
  if (!isOutOfMemory(error)) return error;
  return new Refusal('too_large', 'The workbook needs more memory than this server gives to one file.', {
    hint: SPLIT_HINT,
  });
}

const tooSlow = (timeoutMs: number) =>
  new Refusal('too_large', `Reading the workbook took longer than ${Math.ceil(timeoutMs / 1000)} seconds.`, {
    hint: SPLIT_HINT,
  });
