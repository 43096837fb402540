import { Refusal } from '../../refusal';
import { type JsonRecord, readJson, textIn } from '../responses';
import type { Connections, OpenAccess } from '../consent/connections';
import { NotGranted } from '../consent/tokenCalls';
import { type Google, sheetsQuotas } from '../quotas';
import { notSwitchedOn } from '../reading/googleRefusals';
import { failureOf, type SheetsFailure } from '../sheetsApi';
import { mayNotWrite, noAccess, pausing, sheetGone } from './writeRefusals';

/** A Sheets API request for one spreadsheet. */
export interface SheetCall {
  /** Suffix of the spreadsheet's address: `:batchUpdate`, `/values:batchUpdateByDataFilter`, … */
  readonly action: string;
  /** Requested members of the response. */
  readonly fields: string;
  /** Body to POST; a GET without it. */
  readonly json?: object;
  /** Quotas that the request counts for. */
  readonly counts: 'read' | 'write';
}

/** Sends a request and returns the JSON of a 200 response. */
export type Ask = (call: SheetCall) => Promise<JsonRecord>;

/**
 * Google has rejected a request, or it was not sent, so nothing was changed. `invalid`: it does not fit the current spreadsheet;
 * `busy`: temporary; `access`: the account has no permission.
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

/** Outcome of a request that changes something: `unknown` without a response, or with an inconclusive one. */
export type Sent =
  | { readonly kind: 'done'; readonly answer: JsonRecord }
  | { readonly kind: 'notDone'; readonly error: NotDone }
  | { readonly kind: 'unknown'; readonly error: unknown };

/** Sends a request that changes something, and returns its outcome. */
export async function send(ask: Ask, call: SheetCall): Promise<Sent> {
  try {
    return { kind: 'done', answer: await ask(call) };
  } catch (error) {
    return error instanceof NotDone ? { kind: 'notDone', error } : { kind: 'unknown', error };
  }
}

/** `spreadsheets.batchUpdate`: atomic ("Method: spreadsheets.batchUpdate"). */
export const batchUpdate = (requests: readonly object[]): SheetCall => ({
  action: ':batchUpdate',
  fields: 'spreadsheetId',
  json: { requests },
  counts: 'write',
});

/** `spreadsheets.values.batchUpdateByDataFilter` with `RAW`: texts are never parsed as formulas ("ValueInputOption"). */
export const updateValues = (data: readonly object[]): SheetCall => ({
  action: '/values:batchUpdateByDataFilter',
  fields: 'totalUpdatedRows',
  json: { valueInputOption: 'RAW', data },
  counts: 'write',
});

/** `spreadsheets.values.batchClearByDataFilter`: removes values and formulas, and leaves the rest of the cells. */
export const clearValues = (dataFilters: readonly object[]): SheetCall => ({
  action: '/values:batchClearByDataFilter',
  fields: 'clearedRanges',
  json: { dataFilters },
  counts: 'write',
});

/** Timeout of a request in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Maximum bytes of a response; the rows of a write are always smaller. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;

/** Milliseconds before a request that was not sent should be retried. */
const RETRY_AFTER_MS = 10_000;

/** Interprets a failure for a write; `tokenRefused` when another token may help. @throws when the outcome is unknown */
function interpretFailure({ kind, error, pause }: SheetsFailure, status: number, email: string) {
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

/** @param connections absent without a configured Google client */
async function accessOf(connections: Connections | undefined, personId: string, refused?: string): Promise<OpenAccess> {
  const access = await connections?.access(personId, refused).catch((error: unknown) => {
    throw new NotDone('busy', 'token', error instanceof NotGranted ? noAccess('client') : pausing(RETRY_AFTER_MS));
  });
  if (access?.kind === 'open') return access;
  const kind = access?.kind ?? 'none';
  throw new NotDone('access', kind, noAccess(kind));
}

async function askOnce(google: Google, personId: string, sheetId: string, call: SheetCall, access: OpenAccess) {
  const quotas = sheetsQuotas(call.counts, personId);
  await google.quotas.pass(AbortSignal.timeout(TIMEOUT_MS), ...quotas).catch((error: unknown) => {
    throw new NotDone('busy', 'gate', error instanceof Refusal ? error : pausing(RETRY_AFTER_MS));
  });
  const url = google.client.addresses.spreadsheet(sheetId, call.action);
  url.search = new URLSearchParams({ fields: call.fields, prettyPrint: 'false' }).toString();
  const { token, email } = access;
  const answer = await google.client.send({ url, token, json: call.json }, AbortSignal.timeout(TIMEOUT_MS));
  if (answer.status === 200) return readJson(answer.body, MAX_RESPONSE_BYTES);
  return interpretFailure(await failureOf(google, answer, quotas), answer.status, email);
}

/**
 * Creates the function that sends requests about a spreadsheet as a person who has connected an account. They throw
 * {@link NotDone} when nothing was changed, and other errors when that is unknown.
 *
 * @param connections absent without a configured Google client
 */
export const createAskAs =
  (google: Google, connections: Connections | undefined) =>
  (personId: string, sheetId: string): Ask =>
  async (call) => {
    let refused: string | undefined;
    for (let step = 0; step < 2; step += 1) {
      const access = await accessOf(connections, personId, refused);
      const answer = await askOnce(google, personId, sheetId, call, access);
      if (answer instanceof NotDone) throw answer;
      if (answer !== 'tokenRefused') return answer;
      refused = access.token;
    }
    throw new NotDone('access', 'token', noAccess('withdrawn'));
  };
