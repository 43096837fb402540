import { createSlice } from '@reduxjs/toolkit';
import type { ApiKey, MadeKey, NewKey } from '../../contract/keys';
import type { ApiFailure } from '../http/apiError';
import type { ShownFailure } from '../http/shownFailure';
import { createMachine, event, type EventsOf, inField, type OfProject } from '../machine/createMachine';
import { askedAgain, type KnownById, withAnswer, withFailure, without } from '../machine/knownById';
import { reducersOf } from '../machine/reducersOf';
import type { TransitionRow } from '../machine/transitionTable';
import { projectDeleted } from '../projects/projectsSlice';
import type { WantedFor } from './keyDraft';

/** A key that was made: the one moment in which the key itself is known. */
interface Shown {
  readonly key: ApiKey;
  readonly secret: string;
}

/** The way of a new key: decided, made, shown once. */
export type NewKeyState =
  | { readonly phase: 'closed' }
  /** `failure`: why it could not be made. */
  | ({ readonly phase: 'drafting'; readonly wanted?: WantedFor; readonly failure?: ShownFailure } & OfProject)
  | ({ readonly phase: 'making' } & OfProject)
  /** Shown; it cannot be left before it was copied. */
  | ({ readonly phase: 'made' } & Shown)
  | ({ readonly phase: 'copied' } & Shown);

const events = {
  newKeyOpened: event<OfProject & { readonly wanted?: WantedFor }>(),
  newKeySubmitted: event<OfProject & { readonly wish: NewKey }>(),
  keyMade: event<OfProject & MadeKey>(),
  keyRefused: event<ShownFailure>(),
  keyCopied: event(),
  newKeyClosed: event(),
};

type Events = EventsOf<typeof events>;

const closing = {
  newKeyClosed: { to: 'closed' },
} satisfies TransitionRow<NewKeyState, Events>;

/**
 * The key that is being made, a part of the keys' slice. While it is made it cannot be closed, so that no key is made that was
 * not seen; while it is shown it can be closed only after it was copied, as it is never shown again.
 */
export const newKeyMachine = createMachine(
  'keys',
  {
    closed: {
      newKeyOpened: {
        to: 'drafting',
        carry: (_from, { projectId, wanted }) => ({ projectId, ...(wanted && { wanted }) }),
      },
    },
    drafting: { ...closing, newKeySubmitted: { to: 'making', carry: (_from, { projectId }) => ({ projectId }) } },
    making: {
      keyMade: { to: 'made', carry: (_from, { key, secret }) => ({ key, secret }) },
      keyRefused: { to: 'drafting', carry: ({ projectId }, failure) => ({ projectId, failure }) },
    },
    made: { keyCopied: { to: 'copied', carry: ({ key, secret }) => ({ key, secret }) } },
    copied: closing,
  },
  (): NewKeyState => ({ phase: 'closed' }),
  events,
);

interface AboutKey extends OfProject {
  readonly keyId: string;
}

/** A change of a key's origins that the server has not confirmed yet. */
interface OriginChange extends AboutKey {
  readonly origin: string;
}

/** Keys of the projects whose page was opened; one that is not there was not answered yet. */
export interface KeysState {
  readonly lists: KnownById<{ readonly keys: readonly ApiKey[] }>;
  readonly newKey: NewKeyState;
  readonly revokingId: string | null;
  /** The one origin that is being added or removed. */
  readonly originChange: OriginChange | null;
}

/** Nothing is known of any key. */
export const noKeys: KeysState = {
  lists: {},
  newKey: newKeyMachine.getInitialState(),
  revokingId: null,
  originChange: null,
};

/** The keys of a list that is known, changed. */
function withKeys(state: KeysState, projectId: string, change: (keys: readonly ApiKey[]) => readonly ApiKey[]) {
  const { [projectId]: list } = state.lists;
  if (list?.phase !== 'ready') return state;
  return { ...state, lists: withAnswer(state.lists, projectId, { keys: change(list.keys) }) };
}

/** One at a time: others are ignored while one is on its way. */
const changing = (state: KeysState, { projectId, keyId, origin }: OriginChange): Partial<KeysState> =>
  state.originChange === null ? { originChange: { projectId, keyId, origin } } : state;

const on = reducersOf<KeysState>();

/** The keys of the person's projects: the lists, the one being made (a machine), the one being revoked. */
export const keysSlice = createSlice({
  name: 'keys',
  initialState: noKeys,
  reducers: {
    /** "Try again" under a list that did not load. */
    keysRetried: on<OfProject>(({ lists }, { projectId }) => ({ lists: askedAgain(lists, projectId) })),
    keysArrived: on<OfProject & { keys: readonly ApiKey[] }>(({ lists }, { projectId, keys }) => ({
      lists: withAnswer(lists, projectId, { keys }),
    })),
    keysFailed: on<OfProject & { failure: ApiFailure }>(({ lists }, { projectId, failure }) => ({
      lists: withFailure(lists, projectId, failure),
    })),
    revokeRequested: on<AboutKey>((state, { keyId }) => (state.revokingId === null ? { revokingId: keyId } : state)),
    keyRevoked: on<AboutKey>((state, { projectId, keyId }) =>
      withKeys({ ...state, revokingId: null }, projectId, (keys) => keys.filter(({ id }) => id !== keyId)),
    ),
    revokeFailed: on(() => ({ revokingId: null })),
    /** A site is to be let in. */
    originAdded: on<OriginChange>(changing),
    originRemoved: on<OriginChange>(changing),
    /** "Undo": a site that was removed comes back to where it stood. */
    originRestored: on<OriginChange & { at: number }>(changing),
    keyChanged: on<OfProject & { key: ApiKey }>((state, { projectId, key }) =>
      withKeys({ ...state, originChange: null }, projectId, (keys) =>
        keys.map((other) => (other.id === key.id ? key : other)),
      ),
    ),
    originChangeFailed: on(() => ({ originChange: null })),
  },
  extraReducers: (builder) => {
    builder
      .addCase(newKeyMachine.actions.keyMade, (state: KeysState, { payload: { projectId, key } }) =>
        withKeys(state, projectId, (keys) => [key, ...keys]),
      )
      .addCase(
        projectDeleted,
        on<OfProject>(({ lists }, { projectId }) => ({ lists: without(lists, projectId) })),
      )
      .addMatcher(newKeyMachine.hears, inField('newKey', newKeyMachine));
  },
});

export const { newKeyOpened, newKeySubmitted, keyMade, keyRefused, keyCopied, newKeyClosed } = newKeyMachine.actions;

export const {
  keysRetried,
  keysArrived,
  keysFailed,
  revokeRequested,
  keyRevoked,
  revokeFailed,
  originAdded,
  originRemoved,
  originRestored,
  keyChanged,
  originChangeFailed,
} = keysSlice.actions;
