import type { ServerEvents } from './database/events';
import type { Locks } from './database/locks';
import type { Db } from './database/schema';
import type { LogTo } from './http/logging';
import type { OverloadLimits } from './http/overload';
import type { Settings } from './settings';
import type { Workers } from './workers/workers';

/** Timeouts of a person's request that reads a spreadsheet, in milliseconds. */
export interface ReadingTimeouts {
  /** Of the read; afterwards the request is refused because the source takes too long. */
  readonly readTimeoutMs?: number;
  /** Of the response; afterwards the request is refused because the spreadsheet is in use. */
  readonly responseTimeoutMs?: number;
}

/**
 * Password hashing. By default that of the auth library: scrypt (RFC 7914) with N = 16384, r = 16, p = 1, and one random salt for
 * each password.
 */
export interface PasswordHashing {
  /** Returns the hash to store. */
  hash(password: string): Promise<string>;
  /** Returns whether a password matches a stored hash. */
  verify(input: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

/** Input of `buildApp`; `services.ts` creates everything else from it. */
export interface Parts {
  readonly settings: Settings;
  readonly db: Db;
  readonly workers: Workers;
  /** Destination of the log; by default standard output. */
  readonly logTo?: LogTo;
  /** Overrides of the overload limits. */
  readonly overload?: Partial<OverloadLimits>;
  /** Override of the password hashing. */
  readonly passwords?: PasswordHashing;
  /** Override of the timeouts of reading a spreadsheet. */
  readonly readingTimeouts?: ReadingTimeouts;
}

/** Dependencies of nearly every service, created before all others. */
export interface Base extends Pick<Parts, 'settings' | 'db' | 'workers'> {
  readonly locks: Locks;
  readonly events: ServerEvents;
  /** Logs errors of background work. */
  readonly report: (error: unknown) => void;
}
