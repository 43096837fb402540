import { twoFactor } from 'better-auth/plugins/two-factor';
import { CODE_DIGITS } from '../../../contract/secondFactor';
import { hashedCodes, newRecoveryCodes } from './recoveryCodes';

/** Seconds after the password for which the code is waited for. */
const CHALLENGE = 10 * 60;

/** Wrong codes in a row that close an account's second step, and the seconds it stays closed. */
const LOCKOUT = { maxFailedAttempts: 10, durationSeconds: 15 * 60 };

/**
 * Codes of an app (RFC 6238: six digits, thirty seconds, one step of the clock to either side) and recovery codes. The secret is
 * sealed with `AUTH_SECRET`, recovery codes are kept as hashes. Devices are never trusted: no call may ask for it (`calls.ts`).
 */
export const secondFactorPlugin = () =>
  twoFactor({
    issuer: 'Tabpoint',
    twoFactorCookieMaxAge: CHALLENGE,
    accountLockout: LOCKOUT,
    totpOptions: { digits: CODE_DIGITS, period: 30 },
    backupCodeOptions: { customBackupCodesGenerate: newRecoveryCodes, storeBackupCodes: hashedCodes },
  });
