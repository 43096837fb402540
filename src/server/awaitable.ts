/** A value that is at hand, or will be. */
export type Awaitable<T> = T | Promise<T>;

/**
 * Goes on with a value: at once where it is at hand. What needs no waiting so makes no promises, which are dear on the way of each
 * request.
 *
 * @throws what `next` throws, where the value is at hand; else the promise is rejected with it
 */
export function whenReady<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
