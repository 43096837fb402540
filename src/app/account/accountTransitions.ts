import type { TransitionRow, TransitionTable } from '../machine/transitionTable';
import type { FormEvents, FormState, SessionsEvents, SessionsState } from './accountStates';

const sending = {
  submitted: { to: 'sending', carry: () => ({}) },
} satisfies TransitionRow<FormState, FormEvents>;

const refusing = {
  refused: { to: 'refused', carry: (_from, refusal) => refusal },
} satisfies TransitionRow<FormState, FormEvents>;

/** A form as a table. It may be refused before it was sent, for what can be seen at once; it is sent once at a time. */
export const formTransitions = {
  idle: { ...sending, ...refusing },
  sending: { ...refusing, accepted: { to: 'idle', carry: () => ({}) } },
  refused: { ...sending, ...refusing, touched: { to: 'idle', carry: () => ({}) } },
} satisfies TransitionTable<FormState, FormEvents>;

const arriving = {
  sessionsArrived: { to: 'ready', carry: (_from, sessions) => ({ sessions }) },
} satisfies TransitionRow<SessionsState, SessionsEvents>;

const wanting = {
  passwordWanted: {
    to: 'confirming',
    carry: ({ sessions }, { id, message }) => ({ sessions, ending: id, ...(message !== undefined && { message }) }),
  },
} satisfies TransitionRow<SessionsState, SessionsEvents, 'ready' | 'ending' | 'checking'>;

const going = {
  ...arriving,
  ...wanting,
  endingRefused: { to: 'ready', carry: ({ sessions }) => ({ sessions }) },
} satisfies TransitionRow<SessionsState, SessionsEvents, 'ending' | 'checking'>;

/**
 * The sessions as a table. Asking again keeps showing those that are known, and so does an answer that does not come; a list that
 * arrives while the password is wanted does not take the question away.
 */
export const sessionsTransitions = {
  loading: { ...arriving, sessionsFailed: { to: 'failed', carry: (_from, failure) => ({ failure }) } },
  failed: { ...arriving, sessionsAsked: { to: 'loading', carry: () => ({}) } },
  ready: {
    ...arriving,
    ...wanting,
    endingAsked: { to: 'ending', carry: ({ sessions }, { id }) => ({ sessions, ending: id }) },
  },
  ending: going,
  confirming: {
    sessionsArrived: { to: 'confirming', carry: ({ ending }, sessions) => ({ ending, sessions }) },
    passwordGiven: { to: 'checking', carry: ({ sessions, ending }) => ({ sessions, ending }) },
    passwordKept: { to: 'ready', carry: ({ sessions }) => ({ sessions }) },
  },
  checking: going,
} satisfies TransitionTable<SessionsState, SessionsEvents>;
