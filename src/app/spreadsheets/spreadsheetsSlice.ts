import type { DriveSpreadsheet, TrashAnswer } from '../../contract/drive';
import type { ApiFailure } from '../http/apiError';
import { createMachine, event, type EventsOf } from '../machine/createMachine';
import { fieldsOf, type TransitionRow } from '../machine/transitionTable';
import type { RootState } from '../rootReducer';
import type { Trashed } from './spreadsheetsApi';

/** The spreadsheets, newest first, and the trash. */
interface DriveLists {
  readonly spreadsheets: readonly DriveSpreadsheet[];
  readonly trash: TrashAnswer;
}

/** State of the page. The lists stay during a change; `changed` is the id of the changed item. */
type SpreadsheetsState =
  | { readonly phase: 'loading' }
  | ({ readonly phase: 'ready' } & DriveLists)
  | ({ readonly phase: 'changing'; readonly changed: string } & DriveLists)
  | { readonly phase: 'failed'; readonly failure: ApiFailure };

const LOADING: SpreadsheetsState = { phase: 'loading' };

/** Title of a spreadsheet or project, for notices. */
interface Titled {
  readonly title: string;
}

const events = {
  /** The page is on the screen, or "Try again" was pressed. */
  spreadsheetsOpened: event(),
  listsArrived: event<DriveLists>(),
  listsFailed: event<ApiFailure>(),
  /** "Delete": into the trash. */
  deletionRequested: event<{ readonly id: string } & Titled>(),
  /** "Put back". */
  putBackRequested: event<Trashed & Titled>(),
  /** "Delete for good". */
  removalRequested: event<Trashed & Titled>(),
  changeRefused: event(),
};

type Events = EventsOf<typeof events>;

const lists = ({ spreadsheets, trash }: DriveLists) => ({ spreadsheets, trash });
const changing = (from: DriveLists, { id }: { readonly id: string }) => ({ ...lists(from), changed: id });

const arriving = {
  listsArrived: { to: 'ready', carry: (_from, arrived) => lists(arrived) },
} satisfies TransitionRow<SpreadsheetsState, Events>;

const loading = {
  ...arriving,
  listsFailed: { to: 'failed', carry: (_from, failure) => ({ failure }) },
} satisfies TransitionRow<SpreadsheetsState, Events>;

/** The user's drive as a list, and its trash. One change at a time. */
export const spreadsheetsSlice = createMachine(
  'spreadsheets',
  {
    loading,
    ready: {
      ...arriving,
      deletionRequested: { to: 'changing', carry: changing },
      putBackRequested: { to: 'changing', carry: changing },
      removalRequested: { to: 'changing', carry: changing },
    },
    /** After the change the lists are loaded again. */
    changing: { ...loading, changeRefused: { to: 'ready', carry: lists } },
    failed: { ...arriving, spreadsheetsOpened: { to: 'loading' } },
  },
  (): SpreadsheetsState => LOADING,
  events,
);

export const {
  spreadsheetsOpened,
  listsArrived,
  listsFailed,
  deletionRequested,
  putBackRequested,
  removalRequested,
  changeRefused,
} = spreadsheetsSlice.actions;

const stateOf = ({ spreadsheets = LOADING }: RootState) => spreadsheets;

/** Returns both lists; undefined until they are loaded. */
export function selectDriveLists(state: RootState) {
  const current = stateOf(state);
  return 'spreadsheets' in current ? current : undefined;
}

/** Returns why the lists could not be loaded. */
export const selectSpreadsheetsFailure = (state: RootState) => fieldsOf(stateOf(state)).failure;

/** Returns the id of the item being changed. */
export const selectChangedSpreadsheet = (state: RootState) => fieldsOf(stateOf(state)).changed;
