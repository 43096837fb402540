/** A value, or a promise of it. */
export type Awaitable<T> = T | Promise<T>;

/**
 * Calls `next` with a value, immediately if it is not a promise. Requests that wait for nothing thus create no promises, which
 * cost time.
 *
 * @throws errors of `next` if the value is no promise; otherwise the returned promise rejects with them
 */
export function whenReady<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
