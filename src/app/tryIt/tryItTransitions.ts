import type { TransitionRow, TransitionTable } from '../machine/transitionTable';
import type { TryItEvents, TryItState } from './tryItStates';

const sending = {
  requestSent: { to: 'sending', carry: (_from, { since }) => ({ since }) },
} satisfies TransitionRow<TryItState, TryItEvents>;

const leaving = {
  callLeft: { to: 'idle', carry: () => ({}) },
} satisfies TransitionRow<TryItState, TryItEvents>;

/** A tried call as a table: while it is on its way nothing else is sent, and what it was answered stays until the next one. */
export const tryItTransitions = {
  idle: { ...sending },
  sending: {
    answerArrived: { to: 'answered', carry: (_from, answer) => ({ answer }) },
    answerRefused: { to: 'refused', carry: (_from, answer) => ({ answer }) },
    serverUnreachable: { to: 'unreachable', carry: (_from, kind) => ({ kind }) },
    requestCancelled: { to: 'idle', carry: () => ({}) },
    ...leaving,
  },
  answered: { ...sending, ...leaving },
  refused: { ...sending, ...leaving },
  unreachable: { ...sending, ...leaving },
} satisfies TransitionTable<TryItState, TryItEvents>;
