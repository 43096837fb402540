import { Refusal } from '../../refusal';
import { type GoogleAnswer, type GoogleClient, type JsonRecord, pauseOf, readJson, recordIn, textIn } from '../client';
import type { GoogleAccess } from '../consent/connections';
import { NotGranted } from '../consent/tokenCalls';
import type { GoogleAddresses } from '../googleAddresses';
import type { GoogleGate } from '../googleGate';
import { notSwitchedOn } from '../reading/googleRefusals';
import { mayNotWrite, noAccess, pausing, sheetGone } from './writeRefusals';

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

/** What the Sheets API is asked with. */
export interface AskingParts {
  readonly client: GoogleClient;
  readonly addresses: GoogleAddresses;
  readonly access: (personId: string, refused?: string) => Promise<GoogleAccess>;
  /** Lets calls through: of all people together, and of one. */
  readonly gates: (counts: SheetCall['counts'], personId: string) => readonly GoogleGate[];
}

/** Milliseconds that Google has for one answer. */
const PATIENCE = 10_000;

/** Rows of a write: more bytes than they can have. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Milliseconds after which a call that was not made can be tried again. */
const AGAIN = 10_000;

/** Google counts for each person, and for all of them; the answer says which limit it was. */
async function quotaReached(answer: GoogleAnswer, reasons: string, gates: readonly GoogleGate[]) {
  const pause = pauseOf(answer);
  await (/PerUser/.test(reasons) ? gates[0] : gates.at(-1))?.close(pause);
  return new NotDone('busy', 'quota', pausing(pause));
}

const TOKEN_REFUSED = 'tokenRefused';

/** What an answer that is no 200 means; throws what means neither yes nor no. */
async function meaningOf(answer: GoogleAnswer, body: JsonRecord, gates: readonly GoogleGate[], email: string) {
  const { status } = answer;
  const error = recordIn(body, 'error');
  const reasons = JSON.stringify(error.details ?? '');
  if (status === 401) return TOKEN_REFUSED;
  if (status === 429 || reasons.includes('RATE_LIMIT_EXCEEDED')) return quotaReached(answer, reasons, gates);
  if (reasons.includes('SERVICE_DISABLED')) return new NotDone('busy', 'service', notSwitchedOn());
  if (status === 403) return new NotDone('access', 'access', mayNotWrite(email));
  if (status === 404) return new NotDone('access', 'gone', sheetGone());
  if (status === 400) return new NotDone('invalid', textIn(error, 'message').slice(0, 300));
  throw new Error(`Google answered ${status}.`);
}

async function tokenFor({ access }: AskingParts, personId: string, refused?: string) {
  try {
    const given = await access(personId, refused);
    if (given.kind !== 'open') throw new NotDone('access', given.kind, noAccess(given.kind));
    return given;
  } catch (error) {
    if (error instanceof NotDone) throw error;
    throw new NotDone('busy', 'token', error instanceof NotGranted ? noAccess('client') : pausing(AGAIN));
  }
}

function addressOf({ addresses }: AskingParts, sheetId: string, { action, fields }: SheetCall): URL {
  const url = addresses.spreadsheet(sheetId);
  url.pathname += action;
  url.search = new URLSearchParams({ fields, prettyPrint: 'false' }).toString();
  return url;
}

/** Nothing was sent where the gate lets nobody through. */
async function passAll(gates: readonly GoogleGate[]) {
  try {
    for (const gate of gates) await gate.pass(AbortSignal.timeout(PATIENCE));
  } catch (error) {
    throw new NotDone('busy', 'gate', error instanceof Refusal ? error : pausing(AGAIN));
  }
}

/**
 * Asks the Sheets API about a spreadsheet, as a person.
 *
 * The calls throw {@link NotDone} where nothing was done, and anything else where nobody knows.
 */
export function createAsk(parts: AskingParts, personId: string, sheetId: string): Ask {
  const askOnce = async (call: SheetCall, token: string, email: string) => {
    const gates = parts.gates(call.counts, personId);
    await passAll(gates);
    const signal = AbortSignal.timeout(PATIENCE);
    const json = call.json === undefined ? {} : { json: call.json };
    const answer = await parts.client.send({ url: addressOf(parts, sheetId, call), token, ...json }, signal);
    const body = await readJson(answer.body, MOST_BYTES);
    return answer.status === 200 ? body : meaningOf(answer, body, gates, email);
  };

  return async (call) => {
    let refused: string | undefined;
    for (let step = 0; step < 2; step += 1) {
      const { token, email } = await tokenFor(parts, personId, refused);
      const answer = await askOnce(call, token, email);
      if (answer instanceof NotDone) throw answer;
      if (answer !== TOKEN_REFUSED) return answer;
      refused = token;
    }
    throw new NotDone('access', 'token', noAccess('withdrawn'));
  };
}
