import { behindOthers } from '../behindOthers';
import { withFirstSignal } from '../firstSignal';
import { jobsDone } from '../metrics/counters';
import { Refusal } from '../refusal';
import { memoryOf } from './crossing';
import type { JobName, JobProgress, Jobs } from './jobs';
import { busy, Places } from './places';
import { Threads } from './threads';

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
  /**
   * Whether nobody waits for it: everything else has the processor first, and the thread may be one that has done other such
   * jobs, and may do more.
   */
  readonly isBehind?: boolean;
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
  run<Name extends JobName>(
    name: Name,
    input: Jobs[Name]['input'],
    options?: RunOptions,
  ): Promise<Jobs[Name]['output']>;
  /** Jobs that run and that wait, at the moment. */
  load(): { readonly running: number; readonly waiting: number };
  /** Says that a job will come in a moment: a thread is started for it, so that it need not wait for that. */
  prepare(): void;
  /** Ends every job, waiting ones too, and takes no more. */
  close(): Promise<void>;
}

/** Threads beside the main one, so many at a time, with a queue that ends. */
export function createWorkers(options: WorkersOptions): Workers {
  const { entry, size = 2, heapMegabytes = 192, timeoutMs = 180_000, queue = 16 } = options;
  const places = new Places(size, queue);
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const threads = new Threads(entry, heapMegabytes, size);
  async function run<Name extends JobName>(name: Name, input: Jobs[Name]['input'], options: EndedRun) {
    const { signal, onProgress, givesAway = false, isBehind = false } = options;
    await places.take(signal);
    const answer = counted(name, async () => {
      signal.throwIfAborted();
      const given = givesAway ? memoryOf(input) : [];
      if (isBehind) await behindOthers();
      return threads.run({ name, input, standsBack: isBehind }, given, { name, timeoutMs, signal, onProgress });
    });
    running.add(answer);
    try {
      return await answer;
    } finally {
      running.delete(answer);
      places.leave();
      // What follows is a piece of its own.
      if (isBehind) await behindOthers();
    }
  }

  return {
    run(name, input, { signal: asked, ...options } = {}) {
      const signals = asked === undefined ? [closing.signal] : [asked, closing.signal];
      return withFirstSignal(signals, (signal) => run(name, input, { ...options, signal }));
    },
    load: () => places.load(),
    prepare: () => threads.prepare(),
    async close() {
      closing.abort(busy('The server is stopping. Try again in a moment.'));
      await Promise.allSettled([...running, threads.close()]);
    },
  };
}

/** Counts how a job ends; one that is refused has a file that is not right. */
async function counted<T>(job: JobName, work: () => Promise<T>): Promise<T> {
  try {
    const output = await work();
    jobsDone.add({ job, outcome: 'done' });
    return output;
  } catch (error) {
    jobsDone.add({ job, outcome: error instanceof Refusal ? 'refused' : 'failed' });
    throw error;
  }
}
