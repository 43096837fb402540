import { setMaxListeners } from 'node:events';

/**
 * Runs work with a signal that aborts with the first of several. Its listeners are removed afterwards: in Node 20,
 * `AbortSignal.any` leaves references at signals that live as long as the server.
 *
 * @throws the reason of a signal that is aborted already; the work's own errors
 */
export async function withFirstSignal<T>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  for (const signal of signals) signal.throwIfAborted();
  // One listener per concurrent task; Node would warn of more than ten.
  setMaxListeners(Infinity, ...signals);
  const first = new AbortController();
  const ends = signals.map((signal) => [signal, () => first.abort(signal.reason)] as const);
  for (const [signal, end] of ends) signal.addEventListener('abort', end);
  try {
    return await work(first.signal);
  } finally {
    for (const [signal, end] of ends) signal.removeEventListener('abort', end);
  }
}

/**
 * Runs work with a timeout. The work's signal aborts at the timeout, or with the caller's signal.
 *
 * @throws the error of `late` at the timeout; the caller's reason if its signal aborts first
 */
export async function withTimeout<T>(
  milliseconds: number,
  signal: AbortSignal,
  late: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(late()), milliseconds);
  try {
    return await withFirstSignal([signal, over.signal], (first) => {
      const ended = new Promise<never>((_resolve, reject) => {
        first.addEventListener('abort', () => reject(first.reason as Error), { once: true });
      });
      return Promise.race([ended, work(first)]);
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Work that several callers wait for. */
interface SharedWork<T> {
  readonly done: Promise<T>;
  readonly ending: AbortController;
  callers: number;
}

/** Lets concurrent calls with the same key share one run of the work, which is aborted when the signals of all of them are. */
export function createSharedWork<T>() {
  const running = new Map<string, SharedWork<T>>();
  function begin(key: string, work: (signal: AbortSignal) => Promise<T>): SharedWork<T> {
    const ending = new AbortController();
    const end = () => running.get(key) === begun && running.delete(key);
    const begun = { done: work(ending.signal).finally(end), ending, callers: 0 };
    running.set(key, begun);
    return begun;
  }
  return async (key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    const shared = running.get(key) ?? begin(key, work);
    shared.callers += 1;
    return withFirstSignal([signal], (first) => {
      const left = new Promise<never>((_resolve, reject) => {
        const leave = () => {
          reject(first.reason as Error);
          shared.callers -= 1;
          if (shared.callers > 0) return;
          running.delete(key);
          shared.ending.abort(first.reason);
        };
        first.addEventListener('abort', leave, { once: true });
      });
      return Promise.race([left, shared.done]);
    });
  };
}

/**
 * Runs queued work that has to start within a time limit.
 *
 * @param patience milliseconds it may wait for its start
 * @param late creates the error thrown after that
 * @param start gets a callback to call when the work starts, which throws if the time limit has passed
 */
export async function startWithin<T>(
  patience: number,
  late: () => Error,
  start: (begun: () => void) => Promise<T>,
): Promise<T> {
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(late());
    }, patience).unref();
  });
  const begun = () => {
    if (isLate) throw late();
    clearTimeout(timer);
  };
  const done = start(begun);
  return Promise.race([done, over]);
}

/** Periodic task. */
export interface Repeated {
  /** Runs the task now, unless it is running. */
  readonly begin: () => void;
  /** Stops the timer; resolves when the running task has ended. */
  readonly end: () => Promise<void>;
}

/**
 * Runs work periodically, never twice at the same time.
 *
 * @param pause milliseconds before the first run, and between two starts
 * @param report called with the error of a failed run, once for the same error in successive runs
 */
export function repeat(pause: number, work: () => Promise<unknown>, report: (error: unknown) => void): Repeated {
  let running: Promise<void> | undefined;
  let failure: string | undefined;
  const onDone = () => {
    failure = undefined;
  };
  const onFailure = (error: unknown) => {
    if (String(error) !== failure) report(error);
    failure = String(error);
  };
  const begin = () => {
    running ??= work()
      .then(onDone, onFailure)
      .finally(() => (running = undefined));
  };
  const timer = setInterval(begin, pause).unref();
  return {
    begin,
    end: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
