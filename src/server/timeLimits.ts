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
  const listeners = signals.map((signal) => [signal, () => first.abort(signal.reason)] as const);
  for (const [signal, listener] of listeners) signal.addEventListener('abort', listener);
  try {
    return await work(first.signal);
  } finally {
    for (const [signal, listener] of listeners) signal.removeEventListener('abort', listener);
  }
}

/**
 * Runs work with a timeout. The work's signal aborts at the timeout, or with the caller's signal.
 *
 * @throws the error of `timeoutError` at the timeout; the caller's reason if its signal aborts first
 */
export async function withTimeout<T>(
  timeoutMs: number,
  signal: AbortSignal,
  timeoutError: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(timeoutError()), timeoutMs);
  try {
    return await withFirstSignal([signal, timeout.signal], (first) => {
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
  readonly result: Promise<T>;
  readonly abort: AbortController;
  callers: number;
}

/** Lets concurrent calls with the same key share one run of the work, which is aborted when the signals of all of them are. */
export function createSharedWork<T>() {
  const running = new Map<string, SharedWork<T>>();
  function begin(key: string, work: (signal: AbortSignal) => Promise<T>): SharedWork<T> {
    const abort = new AbortController();
    const remove = () => {
      if (running.get(key) === shared) running.delete(key);
    };
    const shared = { result: work(abort.signal).finally(remove), abort, callers: 0 };
    running.set(key, shared);
    return shared;
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
          shared.abort.abort(first.reason);
        };
        first.addEventListener('abort', leave, { once: true });
      });
      return Promise.race([left, shared.result]);
    });
  };
}

/**
 * Runs queued work that has to start within a time limit.
 *
 * @param limitMs milliseconds it may wait for its start
 * @param timeoutError creates the error thrown after that
 * @param enqueue gets a callback to call when the work starts, which throws if the time limit has passed
 */
export async function startWithin<T>(
  limitMs: number,
  timeoutError: () => Error,
  enqueue: (begun: () => void) => Promise<T>,
): Promise<T> {
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(timeoutError());
    }, limitMs).unref();
  });
  const begun = () => {
    if (isLate) throw timeoutError();
    clearTimeout(timer);
  };
  return Promise.race([enqueue(begun), timeout]);
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
 * @param intervalMs milliseconds before the first run, and between two starts
 * @param report called with the error of a failed run, once for the same error in successive runs
 */
export function repeat(intervalMs: number, work: () => Promise<unknown>, report: (error: unknown) => void): Repeated {
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
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(begin, intervalMs).unref();
  return {
    begin,
    end: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
