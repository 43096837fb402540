import type { Refusal } from '../../refusal';
import type { JsonRecord } from '../client';

/** One call of the Sheets API about one spreadsheet. */
export interface SheetCall {
  /** What stands behind the spreadsheet's address: `:batchUpdate`, `/values:batchUpdateByDataFilter`, … */
  readonly action: string;
  /** Members of the answer that are wanted. */
  readonly fields: string;
  /** What is posted; without it the address is read. */
  readonly json?: object;
  /** Google counts reads and writes apart. */
  readonly counts: 'read' | 'write';
}

/** What Google has answered: 200, and JSON. */
export type Ask = (call: SheetCall) => Promise<JsonRecord>;

/**
 * Google has said no, or was not asked, so nothing was done. `invalid` does not fit the spreadsheet as it is by now; `busy` passes;
 * `access` is what the account may not do.
 */
export class NotDone extends Error {
  constructor(
    readonly kind: 'invalid' | 'busy' | 'access',
    message: string,
    /** What a person is told. */
    readonly refusal?: Refusal,
  ) {
    super(message);
    this.name = 'NotDone';
  }
}

/** What has become of a call that changes something: `unknown` where no answer came, or one that says neither. */
export type Sent =
  | { readonly kind: 'done'; readonly answer: JsonRecord }
  | { readonly kind: 'notDone'; readonly error: NotDone }
  | { readonly kind: 'unknown'; readonly error: unknown };

/** Makes a call that changes something, and says what is known of it. */
export async function send(ask: Ask, call: SheetCall): Promise<Sent> {
  try {
    return { kind: 'done', answer: await ask(call) };
  } catch (error) {
    return error instanceof NotDone ? { kind: 'notDone', error } : { kind: 'unknown', error };
  }
}

/** `spreadsheets.batchUpdate`: all of the requests, or none ("Method: spreadsheets.batchUpdate"). */
export const batchUpdate = (requests: readonly object[]): SheetCall => ({
  action: ':batchUpdate',
  fields: 'spreadsheetId',
  json: { requests },
  counts: 'write',
});

/** `spreadsheets.values.batchUpdateByDataFilter`: `RAW`, so a text stays a text whatever it begins with ("ValueInputOption"). */
export const updateValues = (data: readonly object[]): SheetCall => ({
  action: '/values:batchUpdateByDataFilter',
  fields: 'totalUpdatedRows',
  json: { valueInputOption: 'RAW', data },
  counts: 'write',
});

/** `spreadsheets.values.batchClearByDataFilter`: values and formulas go, everything else of the cells stays. */
export const clearValues = (dataFilters: readonly object[]): SheetCall => ({
  action: '/values:batchClearByDataFilter',
  fields: 'clearedRanges',
  json: { dataFilters },
  counts: 'write',
});
