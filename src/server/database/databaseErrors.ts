import { busy, type Refusal } from '../refusal';
import { withTimeout } from '../timeLimits';

/** Timeout of a query. */
class TookTooLong extends Error {
  constructor() {
    super('The database did not answer in time.');
    this.name = 'TookTooLong';
  }
}

/** System error codes: nothing answers at the address, or the connection is lost. */
const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/**
 * SQLSTATEs: exceptions of connections, rejected logins, insufficient resources, timeouts set by the host, and a server that stops or
 * starts (PostgreSQL, appendix A).
 */
const UNREACHABLE_STATES = /^(08|28|53)...$|^(25P0[34]|3D000|55P03|57014|57P0\d)$/;

/** SQLSTATE of a write to a server that only reads, such as a replica during a failover. */
const READ_ONLY_STATE = '25006';

/** SQLSTATEs: PostgreSQL has rolled back a transaction because of concurrent ones, as after a deadlock (appendix A, class 40). */
const ROLLED_BACK_STATES = /^40(001|P01)$/;

/** Messages of the client library, which have no code. */
const UNREACHABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered|was closed))/;

/** Fields of an error of any library. */
interface ErrorFacts {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

const factsOf = (error: unknown): ErrorFacts => (typeof error === 'object' && error !== null ? error : {});

/** Returns whether PostgreSQL could not be reached; the outcome of a pending commit is then unknown. */
export function isOutOfReach(error: unknown): boolean {
  if (error instanceof TookTooLong) return true;
  const { code, message, cause, errors } = factsOf(error);
  if (typeof code === 'string' && (UNREACHABLE_CODES.has(code) || UNREACHABLE_STATES.test(code))) return true;
  if (typeof message === 'string' && UNREACHABLE_MESSAGES.test(message)) return true;
  if (Array.isArray(errors) && errors.some(isOutOfReach)) return true;
  return cause !== undefined && isOutOfReach(cause);
}

/** Returns whether PostgreSQL has rolled back the transaction, which can be retried. */
function isRolledBack(error: unknown): boolean {
  const { code, cause } = factsOf(error);
  return (typeof code === 'string' && ROLLED_BACK_STATES.test(code)) || (cause !== undefined && isRolledBack(cause));
}

/** Maximum number of attempts: each is aborted only after a second of a deadlock. */
const MAX_ATTEMPTS = 5;

/** Runs a statement or transaction, again if PostgreSQL has rolled it back because of concurrent ones. */
export async function untilCommitted<T>(work: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isRolledBack(error) || attempt === MAX_ATTEMPTS) throw error;
    return untilCommitted(work, attempt + 1);
  }
}

/** Error codes of PostgreSQL (SQLSTATE) and SQLite for a row whose value another row has already. */
const DUPLICATE_CODES = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE']);

/** Returns whether a row was rejected because another one has the same unique value. */
export function isDuplicate(error: unknown): boolean {
  const { code, cause } = factsOf(error);
  return (typeof code === 'string' && DUPLICATE_CODES.has(code)) || (cause !== undefined && isDuplicate(cause));
}

/** Error codes of PostgreSQL (SQLSTATE) and SQLite for a row that refers to one that does not exist. */
const ORPHAN_CODES = new Set(['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY']);

/** Returns whether a row was rejected because what it refers to does not exist. */
export const isOrphan = (error: unknown): boolean => ORPHAN_CODES.has(String(factsOf(error).code));

/** Codes of SQLite and of the system for a full disk, and for one that cannot be written to. */
const FULL_DISK = /^(SQLITE_FULL|ENOSPC|EDQUOT)$/;
const BROKEN_DISK = /^(SQLITE_(READONLY|IOERR|CANTOPEN|PERM)\w*|EROFS|EIO|EACCES|EPERM)$/;

/** Codes of the system for too many open files. */
const NO_MORE_FILES = /^E[MN]FILE$/;

/** Converts an error of the disk, of SQLite or of a temporary file, to a refusal. Nothing was written: SQLite has rolled back. */
export function refusalOfDisk(error: unknown): Refusal | undefined {
  const code = String(factsOf(error).code);
  if (FULL_DISK.test(code)) {
    return busy('The disk of the server is full. Nothing was written; what was written before is still read.', 30);
  }
  if (BROKEN_DISK.test(code)) {
    return busy('The server cannot write to its disk. Nothing was written; what was written before is still read.', 30);
  }
  if (NO_MORE_FILES.test(code)) return busy('The server has too many files open. Nothing was written.', 5);
  return code === 'SQLITE_BUSY' ? busy('The database is being used by another program.', 2) : undefined;
}

/** Converts a database error to a refusal; undefined for any other error. */
export function refusalOfDatabase(error: unknown): Refusal | undefined {
  if (isOutOfReach(error)) return busy('The database cannot be reached at the moment.', 5);
  if (factsOf(error).code === READ_ONLY_STATE) {
    return busy('The database accepts no changes at the moment. Nothing was written.', 5);
  }
  if (isRolledBack(error)) return busy('Others were changing the same at the same time. Nothing was written.', 1);
  return refusalOfDisk(error) ?? refusalOfDisk(factsOf(error).cause);
}

/** Waits for a query, with a timeout. @throws TookTooLong */
export function inTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  const neverAborted = new AbortController().signal;
  return withTimeout(
    timeoutMs,
    neverAborted,
    () => new TookTooLong(),
    () => answer,
  );
}

/** Returns SQLite's error code, for example `SQLITE_BUSY`; undefined for other errors. */
export function sqliteCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined;
}
