import { sheetIdOf } from '../../contract/sheetUrl';
import { draftAccepted, draftCleared, draftRejected } from './createFlowSlice';

/**
 * Which event a change of the input is (specification, section 5): nothing typed, a text that is no spreadsheet's URL, or
 * one that is. The text is judged as it stands; white space is trimmed by whoever pastes.
 *
 * @param hosts origins that spreadsheets are accepted from, see `selectSheetHosts`
 */
export function judge(text: string, hosts: readonly string[]) {
  if (text === '') return draftCleared();
  const sheetId = sheetIdOf(text, hosts);
  return sheetId === undefined ? draftRejected({ text }) : draftAccepted({ text, sheetId });
}
