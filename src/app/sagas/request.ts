import type { Action } from '@reduxjs/toolkit';
import { call, cancelled, put, race, type SagaGenerator, take } from 'typed-redux-saga';
import { type ApiFailure, failureText, UNREACHABLE } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { noticeShown } from '../notices/noticesSlice';
import { getPorts, type Ports } from '../ports';
import { sessionEnded } from '../session/sessionSlice';

type ApiCall<Args extends unknown[], Answer> = (...args: [...Args, AbortSignal]) => Promise<Answer>;

function* withSignal<Args extends unknown[], Answer>(
  request: ApiCall<Args, Answer>,
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
 * knows nothing of signals, and a request whose answer is not needed would go on.
 *
 * The request runs in a saga of its own: a generator that yields while it is being ended, as `withSignal` does, would
 * otherwise let the one that delegates to it go on as if the cancellation were the answer.
 */
export function* abortable<Args extends unknown[], Answer>(
  request: ApiCall<Args, Answer>,
  ...args: Args
): SagaGenerator<Answer> {
  return yield* call(withSignal<Args, Answer>, request, args);
}

type ArgsOf<Call> = Call extends (...args: [...infer Args, AbortSignal]) => Promise<unknown> ? Args : never;
type AnswerOf<Call> = Call extends (...args: never[]) => Promise<infer Answer> ? Answer : never;

/** {@link abortable} with a call of a port: `callApi('keys', 'list', projectId)`. */
export function* callApi<Port extends keyof Ports, Method extends keyof Ports[Port]>(
  port: Port,
  method: Method,
  ...args: ArgsOf<Ports[Port][Method]>
): SagaGenerator<AnswerOf<Ports[Port][Method]>> {
  const calls = yield* getPorts();
  const request = calls[port][method] as ApiCall<unknown[], AnswerOf<Ports[Port][Method]>>;
  return yield* abortable(request, ...args);
}

/** Events by their creators, whatever they carry, or by what they are. */
type Events = readonly ({ readonly type: string } | ((action: Action) => boolean))[];

/** What follows an answer or a failure: one event, several in this order, or a saga. */
export type Outcome = Action | readonly Action[] | SagaGenerator<unknown>;

interface Following<Answer> {
  readonly done: (answer: Answer) => Outcome;
  /** Not called for a 401 of the app API: `session/sessionLossSaga` tells the end of the session once. */
  readonly failed: (failure: ApiFailure) => Outcome;
  /** Events after which the answer is not needed, besides the end of the session. */
  readonly leaves?: Events;
}

function* boxed<Result>(saga: SagaGenerator<Result>): SagaGenerator<{ readonly result: Result }> {
  return { result: yield* saga };
}

/**
 * Runs a saga, and cancels it on the first of the events or at the end of the session.
 *
 * @returns what the saga returned, unless it was cancelled
 */
export function* untilLeft<Result>(
  saga: SagaGenerator<Result>,
  leaves: Events = [],
): SagaGenerator<{ readonly result: Result } | undefined> {
  const { ended } = yield* race({
    ended: boxed(saga),
    left: take([...leaves, sessionEnded].map((event) => ('type' in event ? event.type : event))),
  });
  return ended;
}

function* follow(outcome: Outcome) {
  if ('type' in outcome) yield* put(outcome);
  else if ('next' in outcome) yield* outcome;
  else for (const event of outcome) yield* put(event);
}

/**
 * Asks the server, and puts what came of it. The events of `leaves` and the end of the session cancel the asking, which aborts
 * its requests; what follows an answer is not cancelled by them.
 *
 * @param asking mostly `callApi(…)`; a saga of several requests fails with the first that does
 */
export function* request<Answer>(
  asking: SagaGenerator<Answer>,
  { done, failed, leaves }: Following<Answer>,
): SagaGenerator<void> {
  let answer: { readonly result: Answer } | undefined;
  try {
    answer = yield* untilLeft(asking, leaves);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'signedOut') yield* follow(failed(failure));
    return;
  }
  if (answer !== undefined) yield* follow(done(answer.result));
}

/** The notice of what could not be done, and whether the server is to blame. @param fallback said when the server has no words of its own */
export const failureNotice = (failure: ApiFailure, fallback: string) =>
  noticeShown({
    kind: 'error',
    text: failureText(failure, fallback),
    ...(failure.kind === 'network' && { detail: UNREACHABLE }),
  });
