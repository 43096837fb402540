import type { IncomingMessage } from 'node:http';

const failures = new WeakMap<IncomingMessage, { readonly error: unknown }>();

/** Notes what came of a request that is passed on to be answered: it is not done a second time. */
export function noteFailure(request: IncomingMessage, error: unknown): void {
  failures.set(request, { error });
}

/** Throws what came of a request before it was passed on, if anything did. */
export function throwFailure(request: IncomingMessage): void {
  const failure = failures.get(request);
  if (failure !== undefined) throw failure.error;
}
