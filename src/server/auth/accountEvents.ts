import type { FastifyRequest } from 'fastify';
import { AUTH_BASE_PATH } from '../../contract/paths';
import { sparingLog } from '../http/logging';
import { accountCalls } from '../counters';

/** Carries the client's address, as Fastify knows it, to Better Auth; what a client sends under this name is dropped. */
export const CLIENT_ADDRESS_HEADER = 'x-tabpoint-client-address';

/** Calls that change an account or its sessions, and what the log calls them. */
const EVENTS: Readonly<Record<string, string>> = {
  'sign-in/email': 'sign_in',
  'sign-up/email': 'sign_up',
  'sign-out': 'sign_out',
  'change-password': 'password_change',
  'update-user': 'account_change',
  'delete-user': 'account_deletion',
  'revoke-session': 'session_end',
  'revoke-sessions': 'session_end',
  'revoke-other-sessions': 'session_end',
  'two-factor/enable': 'second_factor_setup',
  'two-factor/disable': 'second_factor_off',
  'two-factor/verify-totp': 'second_factor_code',
  'two-factor/verify-backup-code': 'recovery_code',
  'two-factor/generate-backup-codes': 'recovery_codes_new',
};

/** Told whatever the level of the log: what signs somebody in has changed, or was used for want of the usual. */
const NOTABLE: ReadonlySet<string> = new Set([
  'second_factor_on',
  'second_factor_off',
  'recovery_code',
  'recovery_codes_new',
]);

/** Says on an answer, to us alone, what a call has come to where its address does not tell. */
export const ACCOUNT_EVENT_HEADER = 'x-tabpoint-account-event';

const pathOf = (url: string) => decodeURI(url.split('?', 1)[0] ?? '').slice(AUTH_BASE_PATH.length + 1);

function outcomeOf(status: number): string {
  if (status === 429) return 'limited';
  return status < 400 ? 'done' : 'refused';
}

/**
 * Writes down and counts what was done to an account: the event, its outcome and the address it came from. Neither the e-mail
 * address is told, into which people also type passwords, nor anything else of the body.
 *
 * @param known what the event is, where the address of the call does not tell
 */
export function noteAccountEvent(request: FastifyRequest, status: number, known?: string | null): void {
  const event = request.method === 'POST' ? (known ?? EVENTS[pathOf(request.url)]) : undefined;
  if (event === undefined) return;
  const outcome = outcomeOf(status);
  accountCalls.inc({ event, outcome });
  const told = { event, outcome, address: request.ip };
  if (outcome === 'done' && !NOTABLE.has(event)) request.log.info(told, 'account');
  else if (outcome === 'limited') sparingLog.warn(request.log, told, 'account');
  else request.log.warn(told, 'account');
}
