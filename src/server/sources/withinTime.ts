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
  signal.throwIfAborted();
  const ending = new AbortController();
  const abort = () => ending.abort(signal.reason);
  const timer = setTimeout(() => ending.abort(late()), milliseconds);
  signal.addEventListener('abort', abort, { once: true });
  const ended = new Promise<never>((_resolve, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason as Error), { once: true });
  });
  try {
    return await Promise.race([ended, work(ending.signal)]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
