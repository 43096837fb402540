import type { DrivePreview, DrivePreviewAnswer } from '../../contract/drive';
import type { RootState } from '../rootReducer';

/** How the spreadsheet of the create flow is read, where it is one of the drive. */
export const selectReading = (state: RootState) => state.reading;

/** What the server has told last; while a choice is on its way, what was before. */
export const selectReadAnswer = ({ reading }: RootState): DrivePreviewAnswer | undefined =>
  'answer' in reading ? reading.answer : undefined;

/** A choice or another sheet is on its way. */
export const selectReadingBusy = ({ reading }: RootState) => reading.phase === 'changing';

/** The sheets of a spreadsheet as they are chosen, once that is known. */
export const selectChosenSheets = (state: RootState, spreadsheetId: string): DrivePreview['tabs'] | undefined => {
  const answer = selectReadAnswer(state);
  return answer?.spreadsheet.id === spreadsheetId ? answer.preview.tabs : undefined;
};
