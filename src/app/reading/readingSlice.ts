import type { DriveChange, DrivePreview, DrivePreviewAnswer } from '../../contract/drive';
import { createPageLeft, draftAccepted, draftCleared, draftRejected } from '../createFlow/createFlowSlice';
import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow } from '../machine/transitionTable';
import type { RootState } from '../rootReducer';

/** The spreadsheet of the drive whose first rows are shown. */
interface OfSpreadsheet {
  readonly spreadsheetId: string;
}

/** The last response about the spreadsheet. */
interface Answered extends OfSpreadsheet {
  readonly answer: DrivePreviewAnswer;
}

/** The reading options of a spreadsheet in the drive, before its project is created. */
export type Reading =
  | { readonly phase: 'closed' }
  | ({ readonly phase: 'loading' } & OfSpreadsheet)
  /** `message`: why the last changed option was refused; nothing has changed. */
  | ({ readonly phase: 'shown'; readonly message?: string } & Answered)
  /** A changed option or another sheet is being requested; `answer` is the former response. */
  | ({ readonly phase: 'changing' } & Answered)
  | ({ readonly phase: 'failed'; readonly message: string } & OfSpreadsheet);

const events = {
  readingOpened: event<OfSpreadsheet>(),
  readingArrived: event<DrivePreviewAnswer>(),
  readingFailed: event<{ readonly message: string }>(),
  /** Another sheet was selected. */
  sheetPicked: event<{ readonly sheetId: number }>(),
  readingChosen: event<DriveChange>(),
  draftAccepted,
  draftCleared,
  draftRejected,
  createPageLeft,
};

type Events = EventsOf<typeof events>;

const close = { to: 'closed' } as const;
const leaving = {
  readingOpened: { to: 'loading', carry: (_from, { spreadsheetId }) => ({ spreadsheetId }) },
  draftAccepted: close,
  draftCleared: close,
  draftRejected: close,
  createPageLeft: close,
} satisfies TransitionRow<Reading, Events>;

const answered = ({ spreadsheetId, answer }: Answered): Answered => ({ spreadsheetId, answer });
export const readingSlice = createMachine(
  'reading',
  {
    closed: leaving,
    loading: {
      ...leaving,
      readingArrived: { to: 'shown', carry: ({ spreadsheetId }, answer) => ({ spreadsheetId, answer }) },
      readingFailed: { to: 'failed', carry: ({ spreadsheetId }, { message }) => ({ spreadsheetId, message }) },
    },
    shown: {
      ...leaving,
      sheetPicked: { to: 'changing', carry: answered },
      readingChosen: { to: 'changing', carry: answered },
    },
    changing: {
      ...leaving,
      readingArrived: { to: 'shown', carry: ({ spreadsheetId }, answer) => ({ spreadsheetId, answer }) },
      readingFailed: { to: 'shown', carry: (from, { message }) => ({ ...answered(from), message }) },
    },
    failed: leaving,
  },
  (): Reading => ({ phase: 'closed' }),
  events,
);

export const { readingOpened, readingArrived, readingFailed, sheetPicked, readingChosen } = readingSlice.actions;

const closed: Reading = { phase: 'closed' };

/** Returns the reading options of the create flow's spreadsheet, if it is in the drive. */
export const selectReading = ({ reading = closed }: RootState) => reading;

/** Returns the last response; during a request the former one. */
export function selectReadAnswer(state: RootState): DrivePreviewAnswer | undefined {
  const reading = selectReading(state);
  return 'answer' in reading ? reading.answer : undefined;
}

/** Returns whether a changed option or another sheet is being requested. */
export const selectReadingBusy = (state: RootState) => selectReading(state).phase === 'changing';

/** Returns the sheets of a spreadsheet with the user's choices; undefined until they are loaded. */
export const selectChosenSheets = (
  state: RootState,
  spreadsheetId: string | undefined,
): DrivePreview['tabs'] | undefined => {
  const answer = selectReadAnswer(state);
  return answer !== undefined && answer.spreadsheet.id === spreadsheetId ? answer.preview.tabs : undefined;
};
