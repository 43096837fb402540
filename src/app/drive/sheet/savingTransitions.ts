import type { TransitionRow, TransitionTable } from '../../machine/transitionTable';
import type { SavingEvents, SavingState } from './savingStates';

const nothing = () => ({});

/** While changes are on their way. */
const underWay = {
  allSaved: { to: 'saved', carry: nothing },
  connectionLost: { to: 'offline', carry: nothing },
  savingRefused: { to: 'refused', carry: (_from, { message }) => ({ message }) },
} satisfies TransitionRow<SavingState, SavingEvents>;

/** Saving as a table. Changes that are made meanwhile join those that wait, so they lead nowhere. */
export const savingTransitions = {
  saved: { changesMade: { to: 'sending', carry: nothing } },
  sending: { ...underWay, savingTookLong: { to: 'saving', carry: nothing } },
  saving: underWay,
  offline: { connectionTried: { to: 'saving', carry: nothing }, changesGivenUp: { to: 'saved', carry: nothing } },
  refused: { savingRetried: { to: 'saving', carry: nothing }, changesGivenUp: { to: 'saved', carry: nothing } },
} satisfies TransitionTable<SavingState, SavingEvents>;
