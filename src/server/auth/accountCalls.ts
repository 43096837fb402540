import type { FastifyRequest } from 'fastify';
import { AUTH_BASE_PATH, authPaths } from '../../contract/paths';
import { accountCalls } from '../counters';
import { logOf, sparingLog } from '../http/logging';
import { holdsNul } from '../http/jsonText';
import { Refusal } from '../refusal';
import type { IsCommon } from './commonPasswords';

/** Properties of a call of the auth library. */
interface AccountCall {
  /** Name in the log and the metrics, if the call changes an account or its sessions. */
  readonly event?: string;
  /** Logged at every level: the call changes a way to sign in, or uses a recovery code. */
  readonly isNotable?: boolean;
  /**
   * The only accepted field, where the library has options that callers must not set (`trustDevice` would let a browser skip the
   * second step, `disableSession` would waste a recovery code).
   */
  readonly onlyField?: 'password' | 'code';
  /** Whether it ends other sessions. */
  readonly endsSessions?: boolean;
  /** Whether it is allowed without a required second factor: setting one up, and signing out. */
  readonly isOpenWithoutSecondFactor?: boolean;
}

const alwaysOpen = { isOpenWithoutSecondFactor: true };

/** The supported calls of the auth library by path; all others are closed. */
const calls: ReadonlyMap<string, AccountCall> = new Map(
  Object.entries({
    [authPaths.getSession]: alwaysOpen,
    [authPaths.signInEmail]: { event: 'sign_in', ...alwaysOpen },
    [authPaths.signUpEmail]: { event: 'sign_up', ...alwaysOpen },
    [authPaths.signOut]: { event: 'sign_out', ...alwaysOpen },
    [authPaths.updateUser]: { event: 'account_change' },
    [authPaths.changePassword]: { event: 'password_change' },
    [authPaths.listSessions]: {},
    [authPaths.revokeSession]: { event: 'session_end', endsSessions: true },
    [authPaths.revokeOtherSessions]: { event: 'session_end', endsSessions: true },
    [authPaths.revokeSessions]: { event: 'session_end', endsSessions: true },
    [authPaths.deleteUser]: { event: 'account_deletion' },
    [authPaths.enableSecondFactor]: { event: 'second_factor_setup', onlyField: 'password', ...alwaysOpen },
    [authPaths.disableSecondFactor]: { event: 'second_factor_off', isNotable: true, onlyField: 'password' },
    [authPaths.verifyCode]: { event: 'second_factor_code', onlyField: 'code', ...alwaysOpen },
    [authPaths.verifyRecoveryCode]: { event: 'recovery_code', isNotable: true, onlyField: 'code', ...alwaysOpen },
    [authPaths.renewRecoveryCodes]: { event: 'recovery_codes_new', isNotable: true, onlyField: 'password' },
  } satisfies Record<string, AccountCall>),
);

/** Returns the properties of a call by the library's path, such as `/sign-out`. */
export const accountCall = (path = ''): AccountCall => calls.get(AUTH_BASE_PATH + path) ?? {};

const pathOf = ({ url }: FastifyRequest) => decodeURI(url.split('?', 1)[0] ?? '');

/** Returns whether a path of the auth library is supported. */
export const isOpenAccountCall = (request: FastifyRequest): boolean => calls.has(pathOf(request));

/** Body of a refusal with status 400, in the auth library's format. */
interface AccountRefusal {
  /** Sentence for the person. */
  readonly message: string;
  readonly code: string;
}

const TOO_COMMON: AccountRefusal = {
  message: 'This password is among the first that are tried. Choose another, for example a few words of your own.',
  code: 'PASSWORD_TOO_COMMON',
};
const WRONG_FORM: AccountRefusal = {
  message: 'The body is an object of JSON whose values are texts, and a name has 200 characters at most.',
  code: 'VALIDATION_ERROR',
};
const UNKNOWN_FIELD: AccountRefusal = {
  message: 'The body has a field that this call does not know. Send its password or code alone.',
  code: 'VALIDATION_ERROR',
};

/** Maximum characters of a name. */
const MAX_NAME_CHARACTERS = 200;

type Fields = Readonly<Record<string, unknown>>;

/** Parses the fields of a body; undefined unless it is a JSON object. */
function fieldsOf({ body }: FastifyRequest): Fields | undefined {
  if (!(body instanceof Buffer) || body.length === 0) return {};
  try {
    // Decoded as by the library: without a byte order mark.
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Checks types and lengths: the library stores some fields unchecked, and other types would fail in the database. */
const isWellFormed = (fields: Fields): boolean =>
  Object.values(fields).every((value) => typeof value === 'string' || typeof value === 'boolean') &&
  textOf(fields.name).length <= MAX_NAME_CHARACTERS;

/**
 * Validates a call before it reaches the auth library.
 *
 * @param isCommon check for common passwords
 * @returns the refusal, or undefined
 * @throws Refusal `invalid_request` for NUL, which not every database can store
 */
export function refusalOfCall(request: FastifyRequest, isCommon: IsCommon): AccountRefusal | undefined {
  const fields = fieldsOf(request);
  const path = pathOf(request);
  if (holdsNul(fields)) {
    throw new Refusal('invalid_request', 'A name, an address or a password holds no NUL character.');
  }
  if (fields === undefined || !isWellFormed(fields)) return WRONG_FORM;
  const { onlyField } = calls.get(path) ?? {};
  if (onlyField !== undefined && Object.keys(fields).some((field) => field !== onlyField)) return UNKNOWN_FIELD;
  if (path === authPaths.signUpEmail) {
    const nameAndEmail = [textOf(fields.name), textOf(fields.email)];
    return isCommon(textOf(fields.password), nameAndEmail) ? TOO_COMMON : undefined;
  }
  return path === authPaths.changePassword && isCommon(textOf(fields.newPassword)) ? TOO_COMMON : undefined;
}

/** Header that passes the client's address, as determined by Fastify, to Better Auth; a client's own header of this name is dropped. */
export const CLIENT_ADDRESS_HEADER = 'x-tabpoint-client-address';

/** Internal response header with the event of a call, where its path does not determine it. */
export const ACCOUNT_EVENT_HEADER = 'x-tabpoint-account-event';

/** Event in {@link ACCOUNT_EVENT_HEADER}: the second factor was turned on. */
export const SECOND_FACTOR_ON = 'second_factor_on';

function outcomeOf(status: number): string {
  if (status === 429) return 'limited';
  return status < 400 ? 'done' : 'refused';
}

/**
 * Logs and counts an account event with its outcome and client address. The body is left out, including the e-mail address, a field
 * into which people also type passwords.
 *
 * @param known the event, where the path does not determine it
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
