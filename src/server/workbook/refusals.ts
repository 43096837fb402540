import { Refusal } from '../refusal';

const save = 'Open it in your spreadsheet program, save it anew as .xlsx, and upload that file.';
const smaller = 'Split it into several workbooks, or remove tabs, rows and columns that are not needed.';

/** The file is no workbook of a kind that is read; `detail` says what it is. */
export const notAWorkbook = (detail: string, hint = 'Upload an .xlsx, .ods or .csv file.') =>
  new Refusal('not_a_workbook', detail, { hint });

/** The file is of a kind that is read, but broken; `what` completes the sentence. */
export const damaged = (what: string) =>
  new Refusal('damaged_workbook', `The file is damaged: ${what}.`, { hint: save });

/** The file is made so that reading it would do harm, or says untrue things of itself; `what` completes the sentence. */
export const unsafe = (what: string) =>
  new Refusal('unsafe_workbook', `The file was not read because ${what}.`, { hint: save });

/** The workbook goes over a limit; `cell` names the first cell that does, where one does. */
export const tooLarge = (detail: string, cell?: string) =>
  new Refusal('too_large', detail, { hint: smaller, ...(cell === undefined ? {} : { errors: [{ cell, detail }] }) });
