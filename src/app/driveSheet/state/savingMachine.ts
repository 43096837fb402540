import { createMachine, event, type EventsOf } from '../../machine/createMachine';
import type { TransitionRow } from '../../machine/transitionTable';

/** Whether what was typed is on the server. */
export type SavingState =
  | { readonly phase: 'saved' }
  /** On its way; too short to be spoken of. */
  | { readonly phase: 'sending' }
  | { readonly phase: 'saving' }
  /** The server cannot be reached: changes wait. */
  | { readonly phase: 'offline' }
  /** The server does not take them: they wait for "Try again", or are given up. */
  | { readonly phase: 'refused'; readonly message: string };

const events = {
  /** Something was typed, pasted, cleared, undone or done again. */
  changesMade: event(),
  savingTookLong: event(),
  allSaved: event(),
  connectionLost: event(),
  connectionTried: event(),
  savingRefused: event<{ readonly message: string }>(),
  savingRetried: event(),
  /** What waits is thrown away. */
  changesGivenUp: event(),
};

type Events = EventsOf<typeof events>;

const nothing = () => ({});

/** While changes are on their way. */
const underWay = {
  allSaved: { to: 'saved', carry: nothing },
  connectionLost: { to: 'offline', carry: nothing },
  savingRefused: { to: 'refused', carry: (_from, { message }) => ({ message }) },
} satisfies TransitionRow<SavingState, Events>;

/** Saving, a part of the sheet's slice. Changes that are made meanwhile join those that wait, so they lead nowhere. */
export const savingMachine = createMachine(
  'sheet',
  {
    saved: { changesMade: { to: 'sending', carry: nothing } },
    sending: { ...underWay, savingTookLong: { to: 'saving', carry: nothing } },
    saving: underWay,
    offline: { connectionTried: { to: 'saving', carry: nothing }, changesGivenUp: { to: 'saved', carry: nothing } },
    refused: { savingRetried: { to: 'saving', carry: nothing }, changesGivenUp: { to: 'saved', carry: nothing } },
  },
  (): SavingState => ({ phase: 'saved' }),
  events,
);
