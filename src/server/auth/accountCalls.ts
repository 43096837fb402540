import type { FastifyRequest } from 'fastify';
import { AUTH_BASE_PATH, authPaths } from '../../contract/paths';
import { accountCalls } from '../counters';
import { logOf, sparingLog } from '../http/logging';
import { holdsNul } from '../http/jsonText';
import { Refusal } from '../refusal';
import type { IsCommon } from './commonPasswords';

/** What this product knows of a call of the auth library. */
interface AccountCall {
  /** What the log and the metrics call it, where it changes an account or its sessions. */
  readonly event?: string;
  /** Set where a way to sign in has changed, or a recovery code was used: logged at every level. */
  readonly isNotable?: boolean;
  /**
   * Its only field, where the library knows more, which no caller may choose (`trustDevice` would let a browser do without
   * the second step, `disableSession` would use a recovery code up for nothing).
   */
  readonly onlyField?: 'password' | 'code';
  /** Whether it ends sessions from elsewhere. */
  readonly endsSessions?: boolean;
  /** Whether a person may make it who still lacks the second factor that the server asks for: it sets one up, or signs out. */
  readonly isOpenWithoutSecondFactor?: boolean;
}

const needed = { isOpenWithoutSecondFactor: true };

/** The calls of the auth library that this product has, by path: no other way in is open. */
const calls: ReadonlyMap<string, AccountCall> = new Map(
  Object.entries({
    [authPaths.getSession]: needed,
    [authPaths.signInEmail]: { event: 'sign_in', ...needed },
    [authPaths.signUpEmail]: { event: 'sign_up', ...needed },
    [authPaths.signOut]: { event: 'sign_out', ...needed },
    [authPaths.updateUser]: { event: 'account_change' },
    [authPaths.changePassword]: { event: 'password_change' },
    [authPaths.listSessions]: {},
    [authPaths.revokeSession]: { event: 'session_end', endsSessions: true },
    [authPaths.revokeOtherSessions]: { event: 'session_end', endsSessions: true },
    [authPaths.revokeSessions]: { event: 'session_end', endsSessions: true },
    [authPaths.deleteUser]: { event: 'account_deletion' },
    [authPaths.enableSecondFactor]: { event: 'second_factor_setup', onlyField: 'password', ...needed },
    [authPaths.disableSecondFactor]: { event: 'second_factor_off', isNotable: true, onlyField: 'password' },
    [authPaths.verifyCode]: { event: 'second_factor_code', onlyField: 'code', ...needed },
    [authPaths.verifyRecoveryCode]: { event: 'recovery_code', isNotable: true, onlyField: 'code', ...needed },
    [authPaths.renewRecoveryCodes]: { event: 'recovery_codes_new', isNotable: true, onlyField: 'password' },
  } satisfies Record<string, AccountCall>),
);

/** A call by its path as the library has it, such as `/sign-out`. */
export const accountCall = (path = ''): AccountCall => calls.get(AUTH_BASE_PATH + path) ?? {};

const pathOf = ({ url }: FastifyRequest) => decodeURI(url.split('?', 1)[0] ?? '');

/** Whether an address of the auth library is one of this product. */
export const isOpenAccountCall = (request: FastifyRequest): boolean => calls.has(pathOf(request));

/** A refusal in the form that the auth library's own have: its body is `{message, code}`. */
export interface AccountRefusal {
  readonly status: number;
  readonly code: string;
  /** The sentence a person reads. */
  readonly message: string;
}

const refusal = (code: string, message: string): AccountRefusal => ({ status: 400, code, message });

const TOO_COMMON = refusal(
  'PASSWORD_TOO_COMMON',
  'This password is among the first that are tried. Choose another, for example a few words of your own.',
);
const WRONG_FORM = refusal(
  'VALIDATION_ERROR',
  'The body is an object of JSON whose values are texts, and a name has 200 characters at most.',
);
const UNKNOWN_FIELD = refusal(
  'VALIDATION_ERROR',
  'The body has a field that this call does not know. Send its password or code alone.',
);

/** Characters of a name, at most. */
const NAME = 200;

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a body; undefined where it is no object of JSON. */
function fieldsOf({ body }: FastifyRequest): Fields | undefined {
  if (!(body instanceof Buffer) || body.length === 0) return {};
  try {
    // As the library reads it: without a byte order mark.
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The library keeps some fields as they come: what is no text would only break the database. */
const isWellFormed = (fields: Fields): boolean =>
  Object.values(fields).every((value) => typeof value === 'string' || typeof value === 'boolean') &&
  textOf(fields.name).length <= NAME;

/**
 * @param isCommon tells passwords that everybody tries first
 * @returns why a call is not even passed on to the auth library
 * @throws Refusal `invalid_request` for NUL, which only some databases keep
 */
export function refusalOfCall(request: FastifyRequest, isCommon: IsCommon): AccountRefusal | undefined {
  const fields = fieldsOf(request);
  const path = pathOf(request);
  if (holdsNul(fields))
    throw new Refusal('invalid_request', 'A name, an address or a password holds no NUL character.');
  if (fields === undefined || !isWellFormed(fields)) return WRONG_FORM;
  const { onlyField } = calls.get(path) ?? {};
  if (onlyField !== undefined && Object.keys(fields).some((field) => field !== onlyField)) return UNKNOWN_FIELD;
  if (path === authPaths.signUpEmail) {
    const own = [textOf(fields.name), textOf(fields.email)];
    return isCommon(textOf(fields.password), own) ? TOO_COMMON : undefined;
  }
  return path === authPaths.changePassword && isCommon(textOf(fields.newPassword)) ? TOO_COMMON : undefined;
}

/** Carries the client's address, as Fastify knows it, to Better Auth; what a client sends under this name is dropped. */
export const CLIENT_ADDRESS_HEADER = 'x-tabpoint-client-address';

/** Says on an answer, to us alone, what a call has come to where its address does not tell. */
export const ACCOUNT_EVENT_HEADER = 'x-tabpoint-account-event';

/** What a call has come to where its address does not tell: see {@link ACCOUNT_EVENT_HEADER}. */
export const SECOND_FACTOR_ON = 'second_factor_on';

function outcomeOf(status: number): string {
  if (status === 429) return 'limited';
  return status < 400 ? 'done' : 'refused';
}

/**
 * Writes down and counts what was done to an account: the event, its outcome and the address it came from. The e-mail
 * address, into which people also type passwords, and the rest of the body are left out.
 *
 * @param known what the event is, where the address of the call does not tell
 */
export function noteAccountEvent(request: FastifyRequest, status: number, known?: string | null): void {
  const call = calls.get(pathOf(request));
  const event = request.method === 'POST' ? (known ?? call?.event) : undefined;
  if (event === undefined) return;
  const outcome = outcomeOf(status);
  const isNotable = event === SECOND_FACTOR_ON || call?.isNotable === true;
  accountCalls.inc({ event, outcome });
  const entry = { event, outcome, address: request.ip };
  if (outcome === 'done' && !isNotable) logOf(request).info(entry, 'account');
  else if (outcome === 'limited') sparingLog.warn(logOf(request), entry, 'account');
  else logOf(request).warn(entry, 'account');
}
