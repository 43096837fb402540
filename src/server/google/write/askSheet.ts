import { Refusal } from '../../refusal';
import {
  type GoogleAnswer,
  type GoogleClient,
  type JsonRecord,
  readJson,
  recordIn,
  retryAfter,
  textIn,
} from '../client';
import type { GoogleAccess } from '../consent/connections';
import { NotGranted } from '../consent/tokenCalls';
import type { GoogleAddresses } from '../googleAddresses';
import type { GoogleGate } from '../googleGate';
import { type Ask, NotDone, type SheetCall } from './sheetCalls';
import { mayNotWrite, noAccess, notSwitchedOn, pausing, sheetGone } from './writeRefusals';

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

/** How long Google is left alone where it does not say. */
const PAUSE = 60_000;
const LONGEST_PAUSE = 10 * 60_000;

/** Google counts for each person, and for all of them; the answer says which limit it was. */
async function quotaReached({ headers }: GoogleAnswer, reasons: string, gates: readonly GoogleGate[]) {
  const pause = Math.min(LONGEST_PAUSE, retryAfter(headers, Date.now()) ?? PAUSE);
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
    throw new NotDone('busy', 'token', error instanceof NotGranted ? noAccess('client') : pausing(PAUSE / 6));
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
    throw new NotDone('busy', 'gate', error instanceof Refusal ? error : pausing(PAUSE / 6));
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
    const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
    const signal = AbortSignal.timeout(PATIENCE);
    const json = call.json === undefined ? {} : { json: call.json };
    const answer = await parts.client.send({ url: addressOf(parts, sheetId, call), headers, ...json }, signal);
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
