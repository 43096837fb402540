import { createSelector } from '@reduxjs/toolkit';
import type { SheetPreview } from '../../contract/projects';
import { GOOGLE_SHEETS_HOST, INVALID_SHEET_URL } from '../../contract/sheetUrl';
import { selectAbout } from '../about/aboutSlice';
import { selectChosenSheets } from '../reading/readingSlice';
import type { ShownFailure } from '../http/shownFailure';
import type { RootState } from '../rootReducer';
import type { CreateFlow } from './createFlowSlice';

/** The line under the input; `none` keeps the room empty. */
export interface LineUnderInput {
  readonly kind: 'example' | 'error' | 'progress' | 'none';
  readonly text: string;
}

const EXAMPLE: LineUnderInput = {
  kind: 'example',
  text: 'For example https://docs.google.com/spreadsheets/d/1mXv8…/edit',
};
const INVALID: LineUnderInput = { kind: 'error', text: INVALID_SHEET_URL };
const CHECKING: LineUnderInput = { kind: 'progress', text: 'Loading spreadsheet information...' };
const NONE: LineUnderInput = { kind: 'none', text: '' };

const idle: CreateFlow = { phase: 'idle' };

export const selectCreateFlow = ({ createFlow = idle }: RootState) => createFlow;
export const selectCreatePhase = (state: RootState) => selectCreateFlow(state).phase;

/** Origins that a pasted sheet URL may start with. */
export const selectSheetHosts = createSelector(
  (state: RootState) => state.about.apiOrigin,
  (state: RootState) => selectAbout(state)?.sheetOrigin ?? '',
  (apiOrigin, sheetOrigin): readonly string[] =>
    [...new Set([GOOGLE_SHEETS_HOST, sheetOrigin, apiOrigin])].filter((host) => host !== ''),
);

/** The spreadsheet that the text names; undefined where it names none. */
const selectSheetId = (state: RootState): string | undefined => {
  const flow = selectCreateFlow(state);
  return 'sheetId' in flow ? flow.sheetId : undefined;
};

/** What stands in the input. */
export function selectDraftText(state: RootState): string {
  const flow = selectCreateFlow(state);
  return flow.phase === 'idle' ? '' : flow.text;
}

export const selectInputDisabled = (state: RootState) => ['checking', 'creating'].includes(selectCreatePhase(state));

function lineOf(flow: CreateFlow): LineUnderInput {
  switch (flow.phase) {
    case 'idle':
      return EXAMPLE;
    case 'invalid':
      return INVALID;
    case 'checking':
      return CHECKING;
    case 'previewReady':
    case 'creating':
      return NONE;
    case 'failed':
      return { kind: 'error', text: flow.failure.message };
  }
}

/** What is said under the input. */
export const selectLineUnderInput = createSelector(selectCreateFlow, lineOf);

/** The failure of a check or of a create, with the code that help is chosen by. */
export function selectFailure(state: RootState): ShownFailure | undefined {
  const flow = selectCreateFlow(state);
  return flow.phase === 'failed' ? flow.failure : undefined;
}

/** What was found at the URL; after a failed create it is still there. */
export function selectPreview(state: RootState): SheetPreview | undefined {
  const flow = selectCreateFlow(state);
  return 'preview' in flow ? flow.preview : undefined;
}

/** A sheet that was found, and whether it becomes an endpoint. */
export interface AvailableSheet extends Pick<SheetPreview['tabs'][number], 'sheetId' | 'title' | 'rows' | 'columns'> {
  readonly hidden: boolean;
  readonly off: boolean;
  /** Its name in the address of its endpoint. */
  readonly address: string;
}

/** The sheets that were found, as they are chosen where that is known; those that the spreadsheet hides are off unless they are. */
export const selectAvailableSheets = createSelector(
  (state: RootState) => selectPreview(state)?.tabs,
  (state: RootState) => selectChosenSheets(state, selectSheetId(state)),
  (found = [], chosen): readonly AvailableSheet[] =>
    (chosen ?? found).map((tab) => {
      const { sheetId, title, rows, columns, hidden = false } = tab;
      const { address = title } = found.find((one) => one.sheetId === sheetId) ?? {};
      return { sheetId, title, rows, columns, hidden, off: 'published' in tab ? !tab.published : hidden, address };
    }),
);

/** The spreadsheet of the drive that was found, by its id. */
export const selectDriveSheetFound = (state: RootState): string | undefined =>
  selectPreview(state)?.source === 'drive' ? selectSheetId(state) : undefined;

/** Whether the create button is offered: something typed, no error, and a preview (specification, section 4). */
export const selectCanCreate = (state: RootState) =>
  selectDraftText(state) !== '' && selectLineUnderInput(state).kind !== 'error' && selectPreview(state) !== undefined;

/** Whether the create button is loading. */
export const selectCreating = (state: RootState) => selectCreatePhase(state) === 'creating';

/** The example screenshot is shown whenever there is no preview. */
export const selectExampleShown = (state: RootState) => selectPreview(state) === undefined;

/** Whether "Try again" is offered; it takes the same text again. */
export const selectCanRetry = (state: RootState) => selectCreatePhase(state) === 'failed';
