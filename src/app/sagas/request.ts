import type { Action } from '@reduxjs/toolkit';
import { call, cancelled, put, race, type SagaGenerator, take } from 'typed-redux-saga';
import { type ApiFailure, failureText, UNREACHABLE } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { noticeShown } from '../notices/noticesSlice';
import { getPorts, type Ports } from '../ports';
import { sessionEnded } from '../session/sessionSlice';

type ArgsOf<Call> = Call extends (...args: [...infer Args, AbortSignal]) => Promise<unknown> ? Args : never;
type AnswerOf<Call> = Call extends (...args: never[]) => Promise<infer Answer> ? Answer : never;

function* withSignal<Answer>(send: (...args: unknown[]) => Promise<Answer>, args: unknown[]): SagaGenerator<Answer> {
  const aborter = new AbortController();
  try {
    return yield* call(send, ...args, aborter.signal);
  } finally {
    if (yield* cancelled()) aborter.abort();
  }
}

/**
 * Calls a method of a port, for example `callApi('keys', 'list', projectId)`. The method gets an `AbortSignal` as its last argument, which
 * is aborted when the saga is cancelled: redux-saga does not know signals, and the request would otherwise go on without need.
 *
 * The method runs in a saga of its own (`call`): with `yield*` the delegating generator would continue after a cancellation as if
 * it had received a result, because `withSignal` yields in its `finally`.
 */
export function* callApi<Port extends keyof Ports, Method extends keyof Ports[Port]>(
  port: Port,
  method: Method,
  ...args: ArgsOf<Ports[Port][Method]>
): SagaGenerator<AnswerOf<Ports[Port][Method]>> {
  const calls = yield* getPorts();
  const send = calls[port][method] as (...all: unknown[]) => Promise<AnswerOf<Ports[Port][Method]>>;
  return yield* call(withSignal<AnswerOf<Ports[Port][Method]>>, send, args);
}

/** Events, given by their action creators or by predicates. */
type Events = readonly ({ readonly type: string } | ((action: Action) => boolean))[];

const typesOf = (events: Events) => events.map((event) => ('type' in event ? event.type : event));

/** What to run after a response or a failure: put one event or several in this order, or run a saga. */
export type Outcome = Action | readonly Action[] | SagaGenerator<unknown>;

interface RequestOptions<Answer> {
  readonly done: (answer: Answer) => Outcome;
  /** Not called for a 401 of the app API: `session/sessionLossSaga` handles the end of the session. */
  readonly failed: (failure: ApiFailure) => Outcome;
  /** Events that abort the request, besides the end of the session. */
  readonly until?: Events;
}

/** Wraps the result in an object, so that `race` can tell a saga that returned undefined from one that lost. */
function* boxed<Result>(saga: SagaGenerator<Result>): SagaGenerator<{ readonly result: Result }> {
  return { result: yield* saga };
}

/**
 * Runs a saga, and cancels it on the first of the events or at the end of the session.
 *
 * @returns the saga's result, or undefined if it was cancelled
 */
export function* runUntil<Result>(
  saga: SagaGenerator<Result>,
  events: Events = [],
): SagaGenerator<{ readonly result: Result } | undefined> {
  // `cancelled` comes first, so that the saga is cancelled before it handles the event itself.
  const { ended } = yield* race({
    cancelled: take(typesOf([...events, sessionEnded])),
    ended: boxed(saga),
  });
  return ended;
}

/**
 * Returns the response of a request, and repeats the request on each of the events, after which its response may be older than the state.
 * For the calls of {@link request}, which the end of the session cancels.
 */
export function* repeatOnChange<Answer>(send: () => SagaGenerator<Answer>, changes: Events): SagaGenerator<Answer> {
  for (;;) {
    const ended = yield* runUntil(send(), changes);
    if (ended !== undefined) return ended.result;
  }
}

function* follow(outcome: Outcome) {
  if ('type' in outcome) yield* put(outcome);
  else if ('next' in outcome) yield* outcome;
  else for (const event of outcome) yield* put(event);
}

/**
 * Sends a request, and runs the outcome `done` or `failed`. The events of `until` and the end of the session cancel `calls`, which
 * aborts the requests; they do not cancel an outcome.
 *
 * @param calls mostly `callApi(…)`; a saga of several requests fails with the first that fails
 */
export function* request<Answer>(
  calls: SagaGenerator<Answer>,
  { done, failed, until }: RequestOptions<Answer>,
): SagaGenerator<void> {
  let answer: { readonly result: Answer } | undefined;
  try {
    answer = yield* runUntil(calls, until);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'signedOut') yield* follow(failed(failure));
    return;
  }
  if (answer !== undefined) yield* follow(done(answer.result));
}

/** Returns the notice of a failed call, which mentions an unreachable server. @param fallback text if the server sent none */
export const failureNotice = (failure: ApiFailure, fallback: string) =>
  noticeShown({
    kind: 'error',
    text: failureText(failure, fallback),
    ...(failure.kind === 'network' && { detail: UNREACHABLE }),
  });
