import { setMaxListeners } from 'node:events';

/**
 * Does work that whichever signal comes first ends. Afterwards nothing is left at them: what `AbortSignal.any` makes stays noted, in
 * Node 20, at signals that live as long as the server.
 *
 * @throws the signal's reason where one has come already; whatever `work` throws
 */
export async function withFirstSignal<T>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  for (const signal of signals) signal.throwIfAborted();
  // As many as there is work at the same time; Node would warn of more than ten.
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
 * Gives work a limited time. Its signal is aborted when the time is up, or with the caller's own.
 *
 * @throws what `late` makes when the time is up, the caller's reason when its signal is aborted first
 */
export async function withinTime<T>(
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

/**
 * Work that gets its turn soon, or never.
 *
 * @param patience milliseconds that it waits for its turn
 * @param late what is thrown when that is over
 * @param start is called when its turn has come; throws where the caller does not wait for it any more
 */
export async function begunSoon<T>(
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

/** Work that is done again and again. */
export interface Repeated {
  /** Begins it now, unless it is under way. */
  readonly begin: () => void;
  /** Begins it no more; resolves after the work under way. */
  readonly end: () => Promise<void>;
}

/**
 * Does work again and again, never twice at the same time.
 *
 * @param pause milliseconds before it begins, and between two beginnings
 * @param report hears why it failed
 */
export function repeat(pause: number, work: () => Promise<unknown>, report: (error: unknown) => void): Repeated {
  let running: Promise<void> | undefined;
  const begin = () => {
    running ??= work()
      .then(() => undefined, report)
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
