import type { ApiFailureKind } from '../http/apiError';
import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow } from '../machine/transitionTable';
import type { RootState } from '../rootReducer';
import type { TriedAnswer, TriedRequest } from './tryItApi';

/** The way of a call that is tried: sent, and answered or not. The request itself, with its key, is never kept. */
export type TryItState =
  | { readonly phase: 'idle' }
  /** `since`: milliseconds since 1970. */
  | { readonly phase: 'sending'; readonly since: number }
  | { readonly phase: 'answered'; readonly answer: TriedAnswer }
  /** An answer with a status of 400 or more. */
  | { readonly phase: 'refused'; readonly answer: TriedAnswer }
  | { readonly phase: 'unreachable'; readonly kind: ApiFailureKind };

const events = {
  /** "Send". The request goes to the saga with the event, and nowhere else: it may carry a key. */
  requestSent: event((request: TriedRequest) => ({ payload: { request, since: Date.now() } })),
  answerArrived: event<TriedAnswer>(),
  answerRefused: event<TriedAnswer>(),
  serverUnreachable: event<ApiFailureKind>(),
  requestCancelled: event(),
  /** Another call was chosen, another tab, or the view was left. */
  callLeft: event(),
};

type Events = EventsOf<typeof events>;

const sending = {
  requestSent: { to: 'sending', carry: (_from, { since }) => ({ since }) },
} satisfies TransitionRow<TryItState, Events>;

const leaving = {
  callLeft: { to: 'idle' },
} satisfies TransitionRow<TryItState, Events>;

const NOT_TRIED: TryItState = { phase: 'idle' };

/**
 * The call that is tried in the API view: while it is on its way nothing else is sent, and what it was answered stays until the
 * next one.
 */
export const tryItSlice = createMachine(
  'tryIt',
  {
    idle: sending,
    sending: {
      answerArrived: { to: 'answered', carry: (_from, answer) => ({ answer }) },
      answerRefused: { to: 'refused', carry: (_from, answer) => ({ answer }) },
      serverUnreachable: { to: 'unreachable', carry: (_from, kind) => ({ kind }) },
      requestCancelled: { to: 'idle' },
      ...leaving,
    },
    answered: { ...sending, ...leaving },
    refused: { ...sending, ...leaving },
    unreachable: { ...sending, ...leaving },
  },
  (): TryItState => NOT_TRIED,
  events,
);

export const { requestSent, answerArrived, answerRefused, serverUnreachable, requestCancelled, callLeft } =
  tryItSlice.actions;

/** Where the tried call is, and what it was answered. */
export const selectTriedCall = ({ tryIt = NOT_TRIED }: RootState): TryItState => tryIt;
