import { createMachine, event, type EventsOf } from '../../machine/createMachine';
import type { TransitionRow } from '../../machine/transitionTable';

/** Whether all edits are saved. */
export type SavingState =
  | { readonly phase: 'saved' }
  /** In flight for less than `SLOW_SAVING_MS`; shown as saved. */
  | { readonly phase: 'sending' }
  | { readonly phase: 'saving' }
  /** The server cannot be reached; edits are pending. */
  | { readonly phase: 'offline' }
  /** The server rejects the edits; the person retries or discards them. */
  | { readonly phase: 'refused'; readonly message: string };

const events = {
  /** Cells were typed, pasted, cleared, undone or redone. */
  changesMade: event(),
  savingTookLong: event(),
  allSaved: event(),
  connectionLost: event(),
  connectionTried: event(),
  savingRefused: event<{ readonly message: string }>(),
  savingRetried: event(),
  /** Pending edits are discarded. */
  changesGivenUp: event(),
};

type Events = EventsOf<typeof events>;

/** Transitions while edits are in flight. */
const inFlight = {
  allSaved: { to: 'saved' },
  connectionLost: { to: 'offline' },
  savingRefused: { to: 'refused', carry: (_from, { message }) => ({ message }) },
} satisfies TransitionRow<SavingState, Events>;

/** The state of saving, a field of the sheet's slice. Edits made while others are in flight join the queue and cause no transition. */
export const savingMachine = createMachine(
  'sheet',
  {
    saved: { changesMade: { to: 'sending' } },
    sending: { ...inFlight, savingTookLong: { to: 'saving' } },
    saving: inFlight,
    offline: { connectionTried: { to: 'saving' }, changesGivenUp: { to: 'saved' } },
    refused: { savingRetried: { to: 'saving' }, changesGivenUp: { to: 'saved' } },
  },
  (): SavingState => ({ phase: 'saved' }),
  events,
);
