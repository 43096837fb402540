import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow } from '../machine/transitionTable';
import type { RootState } from '../rootReducer';
import type { TriedAnswer, TriedRequest } from './tryItApi';

/** State of the call that is sent. The request itself, with its key, is never stored. */
export type TryItState =
  | { readonly phase: 'idle' }
  /** `since`: milliseconds since the epoch. */
  | { readonly phase: 'sending'; readonly since: number }
  /** A response of any status has arrived. */
  | { readonly phase: 'answered'; readonly answer: TriedAnswer }
  | { readonly phase: 'unreachable' };

const events = {
  /** "Send". The request is only in the action, for the saga, as it may contain a key. */
  requestSent: event((request: TriedRequest) => ({ payload: { request, since: Date.now() } })),
  answerArrived: event<TriedAnswer>(),
  serverUnreachable: event(),
  /** "Cancel" was pressed, another call or tab chosen, or the view left. */
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

/** The call of the API view: one at a time, whose response stays until the next call. */
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

/** Returns the state of the call. */
export const selectTriedCall = ({ tryIt = NOT_TRIED }: RootState): TryItState => tryIt;
