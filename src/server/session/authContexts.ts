import { AsyncLocalStorage } from 'node:async_hooks';

/** Where Better Auth keeps what it has in common with other copies of itself. */
const LIBRARY = Symbol.for('better-auth:global');

/** Milliseconds for what the library does after an answer. */
const PAUSE = 1_000;

/** The storages that the library has made so far; none where a later version keeps them elsewhere. */
function storages(): AsyncLocalStorage<unknown>[] {
  const library = (globalThis as Record<symbol, unknown>)[LIBRARY] as { readonly context?: object } | undefined;
  return Object.values(library?.context ?? {}).filter((one) => one instanceof AsyncLocalStorage);
}

let running = 0;
let ending: NodeJS.Timeout | undefined;

/** Storages are there again as soon as the library uses them. */
function end(used: readonly AsyncLocalStorage<unknown>[]) {
  if (running === 0) for (const storage of used) storage.disable();
}

/**
 * Does work of the auth library. Its calls know of each other through asynchronous contexts, which Node, once they are used,
 * carries along with everything that the process does, and which cost every small answer of the data API some six hundredths of
 * its time. So they are switched off when nobody has used the library for a moment.
 */
export async function withAuthContexts<T>(work: () => Promise<T>, pause = PAUSE): Promise<T> {
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    clearTimeout(ending);
    ending = setTimeout(end, pause, storages()).unref();
  }
}
