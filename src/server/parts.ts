import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from './database/schema';
import type { AdmissionOptions } from './http/admission';
import type { LogTo } from './http/logging';
import type { PasswordHashing } from './session/passwordHashing';
import type { RefresherEntry } from './refresher/messages';
import type { Settings } from './settings';
import type { SourcesOptions } from './sources/sources';
import type { SyncsOptions } from './sync/syncs';
import type { Workers } from './workers/workers';

/** Milliseconds after which somebody who waits for a spreadsheet is told that it takes too long. */
export type Patience = Pick<SourcesOptions, 'giveUpMilliseconds'> & Pick<SyncsOptions, 'lastMilliseconds'>;

/** What `buildApp` is given and hands on, by argument, to every feature's `register…(app, parts)`. */
export interface Parts {
  readonly settings: Settings;
  readonly db: Kysely<Database>;
  readonly workers: Workers;
  /** The thread that refreshes. */
  readonly refresher: RefresherEntry;
  /** Where the log goes; standard output when not given. */
  readonly logTo?: LogTo;
  /** When requests are refused because there is too much to do, other than usual. */
  readonly admission?: AdmissionOptions;
  /** How passwords are kept, other than usual. */
  readonly passwords?: PasswordHashing;
  /** How long people are let wait for a spreadsheet, other than usual. */
  readonly patience?: Patience;
}

/** Adds a feature's routes to the app. */
export type Register = (app: FastifyInstance, parts: Parts) => void | Promise<void>;
