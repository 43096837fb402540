/** A value that is at hand, or will be. */
export type Awaitable<T> = T | Promise<T>;

/**
 * Calls `next` with a value: at once if it is not a promise. A request that has to wait for nothing makes no promises then, which
 * cost time.
 *
 * @throws what `next` throws, where the value is at hand; else the promise is rejected with it
 */
export function whenReady<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
