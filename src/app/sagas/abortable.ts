import { call, cancelled, type SagaGenerator } from 'typed-redux-saga';

type Request<Args extends unknown[], Answer> = (...args: [...Args, AbortSignal]) => Promise<Answer>;

function* withSignal<Args extends unknown[], Answer>(
  request: Request<Args, Answer>,
  args: Args,
): SagaGenerator<Answer> {
  const aborter = new AbortController();
  try {
    const answer: unknown = yield* call(request as (...all: unknown[]) => Promise<Answer>, ...args, aborter.signal);
    return answer as Answer;
  } finally {
    if (yield* cancelled()) aborter.abort();
  }
}

/**
 * Calls a request with a signal as its last argument, and aborts the signal when the saga is cancelled: redux-saga itself
 * knows nothing of signals, and a request that nobody waits for would go on.
 *
 * The request runs in a saga of its own: a generator that yields while it is being ended, as `withSignal` does, would
 * otherwise let the one that delegates to it go on as if the cancellation were the answer.
 */
export function* abortable<Args extends unknown[], Answer>(
  request: Request<Args, Answer>,
  ...args: Args
): SagaGenerator<Answer> {
  return yield* call(withSignal<Args, Answer>, request, args);
}
