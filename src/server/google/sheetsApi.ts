import { type JsonRecord, pauseOf, readJson, recordIn } from './responses';
import type { GoogleAnswer } from './client';
import type { Google, sheetsQuotas } from './quotas';

/**
 * Failure of a Sheets API request.
 *
 * - `token`: the token is no longer valid
 * - `scope`: the token's scopes do not allow the request
 * - `quota`: too many requests; further ones wait until the pause is over
 * - `disabled`: the API is not enabled for this server
 * - `forbidden`: the account has no access
 * - `missing`: the spreadsheet does not exist
 * - `invalid`: the request does not fit the spreadsheet, or the file is another kind of document
 * - `failing`: a failure on Google's side
 */
export interface SheetsFailure {
  readonly kind: 'token' | 'scope' | 'quota' | 'disabled' | 'forbidden' | 'missing' | 'invalid' | 'failing';
  /** Google's error: `status`, `message`, `details`. */
  readonly error: JsonRecord;
  /** Milliseconds before the next request. */
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

/**
 * Interprets a response other than 200. If Google demands a pause, later requests wait for it.
 *
 * @param own quota of the account, and `total` of the server, that the request counted for
 * @throws GoogleTrouble
 */
export async function failureOf(
  { quotas }: Google,
  answer: GoogleAnswer,
  [own, total]: ReturnType<typeof sheetsQuotas>,
): Promise<SheetsFailure> {
  const error = recordIn(await readJson(answer.body), 'error');
  const reasons = JSON.stringify(error.details ?? '');
  const kind = kindOf(answer.status, reasons);
  const pause = pauseOf(answer);
  // The response names the exceeded limit.
  if (kind === 'quota') await quotas.close(/PerUser/.test(reasons) ? own : total, pause);
  return { kind, error, pause };
}
