/**
 * How passwords are kept. The auth library's way when nothing else is said: scrypt (RFC 7914) with N = 16384, r = 16, p = 1 and a
 * salt of its own for each.
 */
export interface PasswordHashing {
  /** What is kept of a password. */
  hash(password: string): Promise<string>;
  /** Whether a password is the one of which `hash` is kept. */
  verify(said: { readonly hash: string; readonly password: string }): Promise<boolean>;
}
