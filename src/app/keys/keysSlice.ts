import { createSlice, nanoid } from '@reduxjs/toolkit';
import type { ApiKey, MadeKey, NewKey } from '../../contract/keys';
import { KEYS_REPLACED } from '../../contract/scopes';
import type { ApiFailure } from '../http/apiError';
import type { ShownFailure } from '../http/shownFailure';
import { createMachine, event, type EventsOf, inField, type OfProject } from '../machine/createMachine';
import { withoutFailure, type ResultsById, withData, withFailure, without } from '../machine/resultsById';
import { reducersOf } from '../machine/reducersOf';
import type { TransitionRow } from '../machine/transitionTable';
import { projectDeleted } from '../projects/projectsSlice';
import type { WantedFor } from './keyDraft';

/** A key that was just created, with its secret, which is known only now. */
interface Shown {
  readonly key: ApiKey;
  readonly secret: string;
}

/** A new key, and those of failed attempts, which it has revoked. */
interface Replacing {
  readonly key: ApiKey;
  readonly replaces: readonly string[];
}

/** An attempt to create a key: its id, and those of the failed attempts before, which it replaces. */
export type KeyAttempt = Required<Pick<NewKey, 'id' | 'replaces'>>;

/** Returns the attempt after a failed one, whose key may exist although its response was lost: its secret is unknown. */
export const nextAttempt = (id: string, failed?: KeyAttempt): KeyAttempt => ({
  id,
  replaces: failed === undefined ? [] : [...failed.replaces, failed.id].slice(-KEYS_REPLACED),
});

/** A new key: the form, the request, the key shown once. */
export type NewKeyState =
  | { readonly phase: 'closed' }
  /** `failure`: why the key could not be created. `attempt`: the one that failed, of which a key may exist all the same. */
  | ({
      readonly phase: 'drafting';
      readonly wanted?: WantedFor;
      readonly failure?: ShownFailure;
      readonly attempt?: KeyAttempt;
    } & OfProject)
  | ({ readonly phase: 'making'; readonly attempt: KeyAttempt } & OfProject)
  /** The key is shown; the dialog cannot be closed before the key was copied. */
  | ({ readonly phase: 'made' } & Shown)
  | ({ readonly phase: 'copied' } & Shown);

const events = {
  newKeyOpened: event<OfProject & { readonly wanted?: WantedFor }>(),
  newKeySubmitted: event((submitted: OfProject & { readonly wish: NewKey }) => ({
    payload: { ...submitted, keyId: nanoid() },
  })),
  keyMade: event<OfProject & MadeKey & Replacing>(),
  keyRefused: event<ShownFailure>(),
  keyCopied: event(),
  newKeyClosed: event(),
};

type Events = EventsOf<typeof events>;

const closing = {
  newKeyClosed: { to: 'closed' },
} satisfies TransitionRow<NewKeyState, Events>;

/** Also the form of another project, whose page was left with the form open. */
const opening = {
  newKeyOpened: {
    to: 'drafting',
    carry: (_from, { projectId, wanted }) => ({ projectId, ...(wanted && { wanted }) }),
  },
} satisfies TransitionRow<NewKeyState, Events>;

/**
 * The new key, a part of the keys' slice. The dialog cannot be closed during the request, so that no key exists that the user has not seen;
 * while it shows the key, it can be closed only after the key was copied, as it is never shown again.
 */
export const newKeyMachine = createMachine(
  'keys',
  {
    closed: opening,
    drafting: {
      ...opening,
      ...closing,
      newKeySubmitted: {
        to: 'making',
        carry: ({ attempt }, { projectId, keyId }) => ({ projectId, attempt: nextAttempt(keyId, attempt) }),
      },
    },
    making: {
      keyMade: { to: 'made', carry: (_from, { key, secret }) => ({ key, secret }) },
      keyRefused: {
        to: 'drafting',
        carry: ({ projectId, attempt }, failure) => ({ projectId, failure, attempt }),
      },
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

/** State of the keys. */
export interface KeysState {
  /** Keys by project id, for projects whose page was opened. */
  readonly lists: ResultsById<{ readonly keys: readonly ApiKey[] }>;
  readonly newKey: NewKeyState;
  readonly revokingId: string | null;
  /** The origin being added or removed; one at a time. */
  readonly originChange: OriginChange | null;
}

/** Initial state. */
export const noKeys: KeysState = {
  lists: {},
  newKey: newKeyMachine.getInitialState(),
  revokingId: null,
  originChange: null,
};

/** Returns the state with changed keys of a project; unchanged if its keys are not loaded. */
function withKeys(state: KeysState, projectId: string, change: (keys: readonly ApiKey[]) => readonly ApiKey[]) {
  const { [projectId]: list } = state.lists;
  if (list?.phase !== 'ready') return state;
  return { ...state, lists: withData(state.lists, projectId, { keys: change(list.keys) }) };
}

/** Puts a new key on top of a project's list, without the keys that it replaces. */
const withNewKey = (state: KeysState, { projectId, key, replaces }: OfProject & Replacing) =>
  withKeys(state, projectId, (keys) => [key, ...keys.filter(({ id }) => !replaces.includes(id))]);

/** Records a change of an origin; ignored while another one is in flight. */
const changing = (state: KeysState, { projectId, keyId, origin }: OriginChange): Partial<KeysState> =>
  state.originChange === null ? { originChange: { projectId, keyId, origin } } : state;

const on = reducersOf<KeysState>();

/** The keys of the user's projects: the lists, the new key (a state machine), the key being revoked, the changed origin. */
export const keysSlice = createSlice({
  name: 'keys',
  initialState: noKeys,
  reducers: {
    /** "Try again" after a failed load of the list. */
    keysRetried: on<OfProject>(({ lists }, { projectId }) => ({ lists: withoutFailure(lists, projectId) })),
    keysArrived: on<OfProject & { keys: readonly ApiKey[] }>(({ lists }, { projectId, keys }) => ({
      lists: withData(lists, projectId, { keys }),
    })),
    keysFailed: on<OfProject & { failure: ApiFailure }>(({ lists }, { projectId, failure }) => ({
      lists: withFailure(lists, projectId, failure),
    })),
    /** A key was created outside of the dialog. */
    keyAdded: on<OfProject & Replacing>(withNewKey),
    revokeRequested: on<AboutKey>((state, { keyId }) => (state.revokingId === null ? { revokingId: keyId } : state)),
    keyRevoked: on<AboutKey>((state, { projectId, keyId }) =>
      withKeys({ ...state, revokingId: null }, projectId, (keys) => keys.filter(({ id }) => id !== keyId)),
    ),
    revokeFailed: on(() => ({ revokingId: null })),
    /** "Add" of an origin was pressed, or "Undo" of a removal, which names its former index. */
    originAdded: on<OriginChange & { at?: number }>(changing),
    originRemoved: on<OriginChange>(changing),
    keyChanged: on<OfProject & { key: ApiKey }>((state, { projectId, key }) =>
      withKeys({ ...state, originChange: null }, projectId, (keys) =>
        keys.map((other) => (other.id === key.id ? key : other)),
      ),
    ),
    originChangeFailed: on(() => ({ originChange: null })),
  },
  extraReducers: (builder) => {
    builder
      .addCase(newKeyMachine.actions.keyMade, (state: KeysState, { payload }) => withNewKey(state, payload))
      .addCase(
        projectDeleted,
        on<OfProject>(({ lists }, { projectId }) => ({ lists: without(lists, projectId) })),
      )
      .addMatcher(newKeyMachine.handles, inField('newKey', newKeyMachine));
  },
});

export const { newKeyOpened, newKeySubmitted, keyMade, keyRefused, keyCopied, newKeyClosed } = newKeyMachine.actions;

export const {
  keysRetried,
  keysArrived,
  keysFailed,
  keyAdded,
  revokeRequested,
  keyRevoked,
  revokeFailed,
  originAdded,
  originRemoved,
  keyChanged,
  originChangeFailed,
} = keysSlice.actions;
