import type { FastifyRequest } from 'fastify';
import { AUTH_BASE_PATH, authPaths } from '../../contract/paths';
import type { IsCommon } from './commonPasswords';

/** The calls of the second factor, as the auth library names them. */
export const ENABLE = '/two-factor/enable';
export const DISABLE = '/two-factor/disable';
export const VERIFY_CODE = '/two-factor/verify-totp';
export const VERIFY_RECOVERY_CODE = '/two-factor/verify-backup-code';
export const RENEW_RECOVERY_CODES = '/two-factor/generate-backup-codes';

/**
 * The fields of each: the library knows more, which are not for anybody to choose (`trustDevice` would let a browser do without
 * the second step, `disableSession` would use a recovery code up for nothing).
 */
export const FIELDS: Readonly<Record<string, readonly string[]>> = {
  [ENABLE]: ['password'],
  [DISABLE]: ['password'],
  [RENEW_RECOVERY_CODES]: ['password'],
  [VERIFY_CODE]: ['code'],
  [VERIFY_RECOVERY_CODE]: ['code'],
};

/** Whether a call changes the second factor, with the password of whoever is signed in. */
export const asksPassword = (path: string | undefined): boolean =>
  path !== undefined && FIELDS[path]?.[0] === 'password';

/** Whether a call brings a code. */
export const bringsCode = (path: string | undefined): boolean => path === VERIFY_CODE || path === VERIFY_RECOVERY_CODE;

/** A refusal in the form that the auth library's own have: its body is `{message, code}`. */
export interface AccountRefusal {
  readonly status: number;
  readonly code: string;
  /** The sentence a person reads. */
  readonly message: string;
}

const TOO_COMMON: AccountRefusal = {
  status: 400,
  code: 'PASSWORD_TOO_COMMON',
  message: 'This password is among the first that are tried. Choose another, for example a few words of your own.',
};

/** The addresses of the auth library that this product has: no other way in is open. */
const OPEN: ReadonlySet<string> = new Set(Object.values(authPaths));

const WRONG_FORM: AccountRefusal = {
  status: 400,
  code: 'VALIDATION_ERROR',
  message: 'The body is an object of JSON whose values are texts, and a name has 200 characters at most.',
};

const UNKNOWN_FIELD: AccountRefusal = {
  status: 400,
  code: 'VALIDATION_ERROR',
  message: 'The body has a field that this call does not know. Send its password or code alone.',
};

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

/** Whether a call of the second factor has no other fields than its own. */
function isBare(path: string, fields: Fields): boolean {
  const known = FIELDS[path.slice(AUTH_BASE_PATH.length)];
  return known === undefined || Object.keys(fields).every((field) => known.includes(field));
}

const pathOf = (request: FastifyRequest) => decodeURI(request.url.split('?', 1)[0] ?? '');

/** Whether an address of the auth library is one of this product. */
export const isOpenAccountCall = (request: FastifyRequest): boolean => OPEN.has(pathOf(request));

/**
 * @param isCommon tells passwords that everybody tries first
 * @returns why a call is not even passed on to the auth library
 */
export function refusalOfCall(request: FastifyRequest, isCommon: IsCommon): AccountRefusal | undefined {
  const fields = fieldsOf(request);
  const path = pathOf(request);
  if (fields === undefined || !isWellFormed(fields)) return WRONG_FORM;
  if (!isBare(path, fields)) return UNKNOWN_FIELD;
  if (path === authPaths.signUpEmail) {
    const own = [textOf(fields.name), textOf(fields.email)];
    return isCommon(textOf(fields.password), own) ? TOO_COMMON : undefined;
  }
  return path === authPaths.changePassword && isCommon(textOf(fields.newPassword)) ? TOO_COMMON : undefined;
}
