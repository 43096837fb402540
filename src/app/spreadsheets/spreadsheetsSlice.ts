import type { DriveSpreadsheet, TrashAnswer } from '../../contract/drive';
import type { ApiFailure } from '../http/apiError';
import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow } from '../machine/transitionTable';
import type { RootState } from '../rootReducer';
import type { Trashed } from './spreadsheetsApi';

/** What there is: newest first, and in the trash what was deleted last. */
export interface DriveLists {
  readonly spreadsheets: readonly DriveSpreadsheet[];
  readonly trash: TrashAnswer;
}

/** The lists; while something is done to one of what they hold, they stay as they are. */
export type SpreadsheetsState =
  | { readonly phase: 'loading' }
  | ({ readonly phase: 'ready' } & DriveLists)
  | ({ readonly phase: 'changing'; readonly changed: string } & DriveLists)
  | { readonly phase: 'failed'; readonly failure: ApiFailure };

/** A spreadsheet or a project with the title that notices name it by. */
export interface Titled {
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

/** The person's drive as a list, and its trash. One thing is done at a time. */
export const spreadsheetsSlice = createMachine(
  'spreadsheets',
  {
    loading: { ...arriving, listsFailed: { to: 'failed', carry: (_from, failure) => ({ failure }) } },
    ready: {
      ...arriving,
      deletionRequested: { to: 'changing', carry: changing },
      putBackRequested: { to: 'changing', carry: changing },
      removalRequested: { to: 'changing', carry: changing },
    },
    changing: { ...arriving, changeRefused: { to: 'ready', carry: lists } },
    failed: {
      ...arriving,
      spreadsheetsOpened: { to: 'loading', carry: () => ({}) },
    },
  },
  (): SpreadsheetsState => ({ phase: 'loading' }),
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

const NOTHING: SpreadsheetsState = { phase: 'loading' };

const stateOf = ({ spreadsheets = NOTHING }: RootState) => spreadsheets;

/** What is in the drive and in its trash; undefined until it is known. */
export function selectDriveLists(state: RootState) {
  const known = stateOf(state);
  return 'spreadsheets' in known ? known : undefined;
}

/** Why the lists did not load. */
export function selectSpreadsheetsFailure(state: RootState) {
  const known = stateOf(state);
  return known.phase === 'failed' ? known.failure : undefined;
}

/** The id of what is being changed. */
export function selectChangedSpreadsheet(state: RootState) {
  const known = stateOf(state);
  return known.phase === 'changing' ? known.changed : undefined;
}
