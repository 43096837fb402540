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
