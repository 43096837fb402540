import type { RootState } from '../rootReducer';
import type { SpreadsheetsState } from './spreadsheetsSlice';

const NOTHING: SpreadsheetsState = { phase: 'loading' };

const stateOf = ({ spreadsheets = NOTHING }: RootState) => spreadsheets;

/** loading, ready, changing or failed. */
export const selectSpreadsheetsPhase = (state: RootState) => stateOf(state).phase;

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
