import type { ApiKey, MadeKey, NewKey } from '../../contract/keys';
import type { ShownFailure } from '../http/apiError';
import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow } from '../machine/transitionTable';

interface OfProject {
  readonly projectId: string;
}

/** A key that was made: the one moment in which the key itself is known. */
interface Shown {
  readonly key: ApiKey;
  readonly secret: string;
}

/** The way of a new key: decided, made, shown once. */
export type NewKeyState =
  | { readonly phase: 'closed' }
  | ({ readonly phase: 'drafting' } & OfProject)
  | ({ readonly phase: 'making' } & OfProject)
  | ({ readonly phase: 'refused'; readonly failure: ShownFailure } & OfProject)
  /** Shown; it cannot be left before it was copied. */
  | ({ readonly phase: 'made' } & Shown)
  | ({ readonly phase: 'copied' } & Shown);

const events = {
  newKeyOpened: event<OfProject>(),
  newKeySubmitted: event<OfProject & { readonly wish: NewKey }>(),
  keyMade: event<OfProject & MadeKey>(),
  keyRefused: event<ShownFailure>(),
  keyCopied: event(),
  newKeyClosed: event(),
};

type Events = EventsOf<typeof events>;

const closing = {
  newKeyClosed: { to: 'closed', carry: () => ({}) },
} satisfies TransitionRow<NewKeyState, Events>;

const drafting = {
  newKeySubmitted: { to: 'making', carry: (_from, { projectId }) => ({ projectId }) },
  ...closing,
} satisfies TransitionRow<NewKeyState, Events>;

/**
 * The key that is being made, a part of the keys' slice. While it is made it cannot be closed, so that no key is made that nobody
 * has seen; while it is shown it can be closed only after it was copied, as it is never shown again.
 */
export const newKeyMachine = createMachine(
  'keys',
  {
    closed: { newKeyOpened: { to: 'drafting', carry: (_from, { projectId }) => ({ projectId }) } },
    drafting,
    making: {
      keyMade: { to: 'made', carry: (_from, { key, secret }) => ({ key, secret }) },
      keyRefused: { to: 'refused', carry: ({ projectId }, failure) => ({ projectId, failure }) },
    },
    refused: drafting,
    made: { keyCopied: { to: 'copied', carry: ({ key, secret }) => ({ key, secret }) } },
    copied: closing,
  },
  (): NewKeyState => ({ phase: 'closed' }),
  events,
);
