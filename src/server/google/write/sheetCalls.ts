import { Refusal } from '../../refusal';
import { type JsonRecord, readJson, textIn } from '../answers';
import type { Connections, OpenAccess } from '../consent/connections';
import { NotGranted } from '../consent/tokenCalls';
import type { Google } from '../quotas';
import { notSwitchedOn } from '../reading/googleRefusals';
import { type Counts, failureOf, passQuotas, type SheetsFailure } from '../sheetsApi';
import { mayNotWrite, noAccess, pausing, sheetGone } from './writeRefusals';

/** One call of the Sheets API about one spreadsheet. */
export interface SheetCall {
  /** What stands behind the spreadsheet's address: `:batchUpdate`, `/values:batchUpdateByDataFilter`, … */
  readonly action: string;
  /** Members of the answer that are wanted. */
  readonly fields: string;
  /** What is posted; without it the address is read. */
  readonly json?: object;
  readonly counts: Counts;
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
    /** The refusal to show. */
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

/** Milliseconds that Google has for one answer. */
const PATIENCE = 10_000;

/** Rows of a write: more bytes than they can have. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Milliseconds after which a call that was not made can be tried again. */
const AGAIN = 10_000;

/** What a failure means for a write; `tokenRefused` where another token may do. @throws where it is not known what was done */
function meaningOf({ kind, error, pause }: SheetsFailure, status: number, email: string) {
  switch (kind) {
    case 'token':
      return 'tokenRefused';
    case 'quota':
      return new NotDone('busy', 'quota', pausing(pause));
    case 'disabled':
      return new NotDone('busy', 'service', notSwitchedOn());
    case 'scope':
    case 'forbidden':
      return new NotDone('access', 'access', mayNotWrite(email));
    case 'missing':
      return new NotDone('access', 'gone', sheetGone());
    case 'invalid':
      return new NotDone('invalid', textIn(error, 'message').slice(0, 300));
    case 'failing':
      throw new Error(`Google answered ${status}.`);
  }
}

/** Asks about spreadsheets as people who have connected an account. */
export class SheetCalls {
  constructor(
    private readonly google: Google,
    /** None where no client of Google is set. */
    private readonly connections: Connections | undefined,
  ) {}

  /** The calls about a spreadsheet throw {@link NotDone} where nothing was done, and anything else where that is not known. */
  as(personId: string, sheetId: string): Ask {
    return async (call) => {
      let refused: string | undefined;
      for (let step = 0; step < 2; step += 1) {
        const access = await this.#access(personId, refused);
        const answer = await this.#askOnce(personId, sheetId, call, access);
        if (answer instanceof NotDone) throw answer;
        if (answer !== 'tokenRefused') return answer;
        refused = access.token;
      }
      throw new NotDone('access', 'token', noAccess('withdrawn'));
    };
  }

  async #access(personId: string, refused?: string) {
    const access = await this.connections?.access(personId, refused).catch((error: unknown) => {
      throw new NotDone('busy', 'token', error instanceof NotGranted ? noAccess('client') : pausing(AGAIN));
    });
    if (access?.kind === 'open') return access;
    const kind = access?.kind ?? 'none';
    throw new NotDone('access', kind, noAccess(kind));
  }

  async #askOnce(personId: string, sheetId: string, call: SheetCall, { token, email }: OpenAccess) {
    const { google } = this;
    await passQuotas(google, call.counts, personId, AbortSignal.timeout(PATIENCE)).catch((error: unknown) => {
      throw new NotDone('busy', 'gate', error instanceof Refusal ? error : pausing(AGAIN));
    });
    const url = google.client.addresses.spreadsheet(sheetId, call.action);
    url.search = new URLSearchParams({ fields: call.fields, prettyPrint: 'false' }).toString();
    const answer = await google.client.send({ url, token, json: call.json }, AbortSignal.timeout(PATIENCE));
    if (answer.status === 200) return readJson(answer.body, MOST_BYTES);
    return meaningOf(await failureOf(google, answer, call.counts, personId), answer.status, email);
  }
}
