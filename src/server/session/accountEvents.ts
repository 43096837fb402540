import type { FastifyRequest } from 'fastify';
import { AUTH_BASE_PATH } from '../../contract/paths';
import { sparingLog } from '../http/sparingLog';
import { accountCalls } from '../metrics/counters';

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
};

const pathOf = (url: string) => decodeURI(url.split('?', 1)[0] ?? '').slice(AUTH_BASE_PATH.length + 1);

function outcomeOf(status: number): string {
  if (status === 429) return 'limited';
  return status < 400 ? 'done' : 'refused';
}

/**
 * Writes down and counts what was done to an account: the event, its outcome and the address it came from. Neither the e-mail
 * address is told, into which people also type passwords, nor anything else of the body.
 */
export function noteAccountEvent(request: FastifyRequest, status: number): void {
  const event = request.method === 'POST' ? EVENTS[pathOf(request.url)] : undefined;
  if (event === undefined) return;
  const outcome = outcomeOf(status);
  accountCalls.add({ event, outcome });
  const told = { event, outcome, address: request.ip };
  if (outcome === 'done') request.log.info(told, 'account');
  else if (outcome === 'limited') sparingLog.warn(request.log, told, 'account');
  else request.log.warn(told, 'account');
}
