import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow } from '../machine/transitionTable';
import type { RootState } from '../rootReducer';
import type { TriedAnswer, TriedRequest } from './tryItApi';

/** The way of a call that is tried: sent, and answered or not. The request itself, with its key, is never kept. */
export type TryItState =
  | { readonly phase: 'idle' }
  /** `since`: milliseconds since 1970. */
  | { readonly phase: 'sending'; readonly since: number }
  /** With success, or refused. */
  | { readonly phase: 'answered'; readonly answer: TriedAnswer }
  | { readonly phase: 'unreachable' };

const events = {
  /** "Send". The request goes to the saga with the event, and nowhere else: it may carry a key. */
  requestSent: event((request: TriedRequest) => ({ payload: { request, since: Date.now() } })),
  answerArrived: event<TriedAnswer>(),
  serverUnreachable: event(),
  /** "Cancel"; or another call was chosen, another tab, or the view was left. */
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
      serverUnreachable: { to: 'unreachable' },
      ...leaving,
    },
    answered: { ...sending, ...leaving },
    unreachable: { ...sending, ...leaving },
  },
  (): TryItState => NOT_TRIED,
  events,
);

export const { requestSent, answerArrived, serverUnreachable, callLeft } = tryItSlice.actions;

/** Where the tried call is, and what it was answered. */
export const selectTriedCall = ({ tryIt = NOT_TRIED }: RootState): TryItState => tryIt;
