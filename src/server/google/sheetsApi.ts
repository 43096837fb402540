import { type JsonRecord, pauseOf, readJson, recordIn } from './answers';
import type { GoogleAnswer } from './client';
import { type Google, READS, readsOf, WRITES, writesOf } from './quotas';

/** Google counts reads and writes apart, for each account and for all of them together. */
export type Counts = 'read' | 'write';

/**
 * Why the Sheets API does not do what it is asked for.
 *
 * - `token`: the token is not valid any more
 * - `scope`: the token does not let sheets be used like this
 * - `quota`: asked too often; it is not asked again before the pause is over
 * - `disabled`: the API is not enabled for this server
 * - `forbidden`: the account may not
 * - `missing`: there is no such spreadsheet
 * - `invalid`: it does not fit the spreadsheet, or that is another kind of document
 * - `failing`: something went wrong at Google's
 */
export interface SheetsFailure {
  readonly kind: 'token' | 'scope' | 'quota' | 'disabled' | 'forbidden' | 'missing' | 'invalid' | 'failing';
  /** Google's own words: `status`, `message`, `details`. */
  readonly error: JsonRecord;
  /** Milliseconds that Google asks for before the next call. */
  readonly pause: number;
}

function kindOf(status: number, reasons: string): SheetsFailure['kind'] {
  if (status === 401) return 'token';
  if (reasons.includes('ACCESS_TOKEN_SCOPE_INSUFFICIENT')) return 'scope';
  if (status === 429 || reasons.includes('RATE_LIMIT_EXCEEDED')) return 'quota';
  if (reasons.includes('SERVICE_DISABLED')) return 'disabled';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'missing';
  return status === 400 ? 'invalid' : 'failing';
}

/** The quotas of an account, its own first. */
const quotasOf = (counts: Counts, accountId: string) =>
  counts === 'read' ? ([readsOf(accountId), READS] as const) : ([writesOf(accountId), WRITES] as const);

/** Waits until the API may be asked. @throws Refusal `busy`; the signal's reason when it is aborted */
export const passQuotas = ({ quotas }: Google, counts: Counts, accountId: string, signal: AbortSignal) =>
  quotas.pass(signal, ...quotasOf(counts, accountId));

/** What an answer other than 200 means. Where it asks for a pause, calls wait that long from now on. @throws GoogleTrouble */
export async function failureOf(
  { quotas }: Google,
  answer: GoogleAnswer,
  counts: Counts,
  accountId: string,
): Promise<SheetsFailure> {
  const error = recordIn(await readJson(answer.body), 'error');
  const reasons = JSON.stringify(error.details ?? '');
  const kind = kindOf(answer.status, reasons);
  const pause = pauseOf(answer);
  const [own, all] = quotasOf(counts, accountId);
  // The answer says which limit it was.
  if (kind === 'quota') await quotas.close(/PerUser/.test(reasons) ? own : all, pause);
  return { kind, error, pause };
}
