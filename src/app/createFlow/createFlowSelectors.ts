import { createSelector } from '@reduxjs/toolkit';
import type { SheetPreview } from '../../contract/projects';
import { GOOGLE_SHEETS_HOST, INVALID_SHEET_URL } from '../../contract/sheetUrl';
import { selectAbout, selectApiOrigin } from '../about/aboutSlice';
import { selectChosenSheets } from '../reading/readingSlice';
import { fieldsOf } from '../machine/transitionTable';
import type { RootState } from '../rootReducer';
import type { CreateFlow } from './createFlowSlice';

/** The line under the input; `none` shows no line. */
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

/** Returns the origins from which sheet URLs are accepted. */
export const selectSheetHosts = createSelector(
  selectApiOrigin,
  (state: RootState) => selectAbout(state)?.sheetOrigin ?? '',
  (apiOrigin, sheetOrigin): readonly string[] =>
    [...new Set([GOOGLE_SHEETS_HOST, sheetOrigin, apiOrigin])].filter((host) => host !== ''),
);

/** Returns the id of the spreadsheet in the text, or undefined. */
const selectSheetId = (state: RootState) => fieldsOf(selectCreateFlow(state)).sheetId;

/** Returns the text of the input. */
export const selectDraftText = (state: RootState) => fieldsOf(selectCreateFlow(state)).text ?? '';

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

/** Returns the line under the input. */
export const selectLineUnderInput = createSelector(selectCreateFlow, lineOf);

/** Returns the failure of a check or a create, with the code that selects the help. */
export const selectFailure = (state: RootState) => fieldsOf(selectCreateFlow(state)).failure;

/** Returns the preview of the spreadsheet; it stays after a failed create. */
export const selectPreview = (state: RootState) => fieldsOf(selectCreateFlow(state)).preview;

/** A sheet of the previewed spreadsheet, and whether it becomes an endpoint. */
export interface AvailableSheet extends Pick<SheetPreview['tabs'][number], 'sheetId' | 'title' | 'rows' | 'columns'> {
  readonly hidden: boolean;
  readonly off: boolean;
  /** Name of the sheet in the address of its endpoint. */
  readonly address: string;
}

/** Returns the sheets of the preview, on or off as the user chose; by default only sheets hidden in the spreadsheet are off. */
export const selectAvailableSheets = createSelector(
  (state: RootState) => selectPreview(state)?.tabs,
  (state: RootState) => selectChosenSheets(state, selectSheetId(state)),
  (previewed = [], chosen): readonly AvailableSheet[] =>
    (chosen ?? previewed).map((sheet) => {
      const { sheetId, title, rows, columns, hidden = false } = sheet;
      const off = 'published' in sheet ? !sheet.published : hidden;
      const address = previewed.find((tab) => tab.sheetId === sheetId)?.address ?? title;
      return { sheetId, title, rows, columns, hidden, off, address };
    }),
);

/** Returns the id of the previewed spreadsheet if it is in the drive. */
export const selectDriveSheetFound = (state: RootState): string | undefined =>
  selectPreview(state)?.source === 'drive' ? selectSheetId(state) : undefined;

/** Returns whether the create button is shown: text, no error, and a preview (specification, section 4). */
export const selectCanCreate = (state: RootState) =>
  selectDraftText(state) !== '' && selectLineUnderInput(state).kind !== 'error' && selectPreview(state) !== undefined;

/** Returns whether the create button is loading. */
export const selectCreating = (state: RootState) => selectCreatePhase(state) === 'creating';

/** Returns whether the example screenshot is shown: whenever there is no preview. */
export const selectExampleShown = (state: RootState) => selectPreview(state) === undefined;

/** Returns whether "Try again" is shown, which checks the same text again. */
export const selectCanRetry = (state: RootState) => selectCreatePhase(state) === 'failed';
