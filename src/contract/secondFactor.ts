/** Answer of a sign-in whose password was right; with a second factor the person is not signed in yet. */
export interface SignInAnswer {
  /** Whether a code has to follow, within ten minutes and in the same browser. */
  readonly twoFactorRedirect?: boolean;
}

/** Recovery codes as they are shown, once: each signs in once in place of a code of the app. */
export interface RecoveryCodes {
  readonly backupCodes: readonly string[];
}

/** A second factor that was made and waits for its first code. */
export interface SecondFactorSetUp extends RecoveryCodes {
  /** What authenticator apps read as a QR code: `otpauth://totp/…?secret=…`, the secret in base32 (RFC 4648). */
  readonly totpURI: string;
}

/** Digits of a code (RFC 6238). */
export const CODE_DIGITS = 6;
