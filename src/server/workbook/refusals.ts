import { Refusal } from '../refusal';

const SAVE_HINT = 'Open it in your spreadsheet program, save it anew as .xlsx, and upload that file.';
const SPLIT_HINT = 'Split it into several workbooks, or remove tabs, rows and columns that are not needed.';

/** Refusal of a file in an unsupported format; `detail` says what the file is. */
export const notAWorkbook = (detail: string, hint = 'Upload an .xlsx, .ods or .csv file.') =>
  new Refusal('not_a_workbook', detail, { hint });

/** Refusal of a broken file in a supported format; `what` completes the sentence. */
export const damaged = (what: string) =>
  new Refusal('damaged_workbook', `The file is damaged: ${what}.`, { hint: SAVE_HINT });

/** Refusal of a file that would do harm when read, or contradicts itself; `what` completes the sentence. */
export const unsafe = (what: string) =>
  new Refusal('unsafe_workbook', `The file was not read because ${what}.`, { hint: SAVE_HINT });

/** Refusal of a workbook over a limit; `cell` is the first cell over it, if any. */
export const tooLarge = (detail: string, cell?: string) =>
  new Refusal('too_large', detail, { hint: SPLIT_HINT, ...(cell !== undefined && { errors: [{ cell, detail }] }) });
