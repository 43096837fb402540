import type { ServerEvents } from './database/events';
import type { Locks } from './database/locks';
import type { Db } from './database/schema';
import type { LogTo } from './http/logging';
import type { OverloadLimits } from './http/overload';
import type { Settings } from './settings';
import type { Workers } from './workers/workers';

/** Milliseconds after which a person who waits for a spreadsheet reads that it takes too long. */
export interface Patience {
  readonly giveUpMilliseconds?: number;
  readonly lastMilliseconds?: number;
}

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

/** What `buildApp` is given; `services.ts` makes everything else of it. */
export interface Parts {
  readonly settings: Settings;
  readonly db: Db;
  readonly workers: Workers;
  /** Where the log goes; standard output when not given. */
  readonly logTo?: LogTo;
  /** When requests are refused because there is too much to do, other than usual. */
  readonly overload?: Partial<OverloadLimits>;
  /** How passwords are kept, other than usual. */
  readonly passwords?: PasswordHashing;
  /** How long people are let wait for a spreadsheet, other than usual. */
  readonly patience?: Patience;
}

/** What nearly everything works with: it is made before all else. */
export interface Base extends Pick<Parts, 'settings' | 'db' | 'workers'> {
  readonly locks: Locks;
  readonly events: ServerEvents;
  /** Logs what fails when no request waits for it. */
  readonly report: (error: unknown) => void;
}
