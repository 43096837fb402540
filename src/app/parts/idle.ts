/** Milliseconds after which nobody waits any longer for a browser that always has something to do. */
const PATIENCE = 500;

/** Resolves when the browser has painted what it has, and has nothing to do. */
export const idle = () =>
  new Promise<void>((resolve) =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(() => resolve(), { timeout: PATIENCE }) : resolve(),
  );
