/** Response to a sign-in with a correct password. With a second factor, the person is not signed in yet. */
export interface SignInAnswer {
  /** Whether a code is required, within ten minutes and in the same browser. */
  readonly twoFactorRedirect?: boolean;
}

/** Recovery codes, shown only once. Each can be used once in place of a code of the authenticator app. */
export interface RecoveryCodes {
  readonly backupCodes: readonly string[];
}

/** A new second factor that is not active until its first code is verified. */
export interface SecondFactorSetUp extends RecoveryCodes {
  /** Content of the QR code for authenticator apps: `otpauth://totp/…?secret=…`, with the secret in base32 (RFC 4648). */
  readonly totpURI: string;
}

/** Number of digits of a code (RFC 6238). */
export const CODE_DIGITS = 6;
