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
