import { busy, type Refusal } from '../refusal';
import { withinTime } from '../timeLimits';

/** The database did not answer in the time there was. */
class TookTooLong extends Error {
  constructor() {
    super('The database did not answer in time.');
    this.name = 'TookTooLong';
  }
}

/** Codes of the system: nothing answers at the address, or the connection is gone. */
const UNREACHABLE = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
]);

/** SQLSTATE: connection exceptions, too little of something, and a server that stops or starts (PostgreSQL, appendix A). */
const STATES = /^(08|53)...$|^57P0[123]$/;

/** SQLSTATE: PostgreSQL has undone a transaction because of others, as it does where each waits for the other (appendix A, class 40). */
const UNDONE = /^40(001|P01)$/;

/** What the client says itself, without a code. */
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered|was closed))/;

/** What is known of an error, whichever library has thrown it. */
interface ErrorFacts {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

const factsOf = (error: unknown): ErrorFacts => (typeof error === 'object' && error !== null ? error : {});

/** Whether PostgreSQL could not be reached; it is not known then what has become of a commit. */
export function isOutOfReach(error: unknown): boolean {
  if (error instanceof TookTooLong) return true;
  const { code, message, cause, errors } = factsOf(error);
  if (typeof code === 'string' && (UNREACHABLE.has(code) || STATES.test(code))) return true;
  if (typeof message === 'string' && WORDS.test(message)) return true;
  if (Array.isArray(errors) && errors.some(isOutOfReach)) return true;
  return cause !== undefined && isOutOfReach(cause);
}

/** Whether PostgreSQL has undone what was begun, so that it can be done again. */
function isUndone(error: unknown): boolean {
  const { code, cause } = factsOf(error);
  return (typeof code === 'string' && UNDONE.test(code)) || (cause !== undefined && isUndone(cause));
}

/** What the disk under SQLite says, in a sentence; nothing was written then: SQLite has rolled the transaction back. */
function refusalOfDisk(error: unknown): Refusal | undefined {
  const code = sqliteCode(error) ?? '';
  if (code === 'SQLITE_FULL') {
    return busy('The disk of the server is full. Nothing was written; what was written before is still read.', 30);
  }
  if (/^SQLITE_(READONLY|IOERR|CANTOPEN|PERM)/.test(code)) {
    return busy('The server cannot write to its disk. Nothing was written; what was written before is still read.', 30);
  }
  return code === 'SQLITE_BUSY' ? busy('The database is being used by another program.', 2) : undefined;
}

/** What is said when the database is in trouble; undefined for an error of another kind. */
export function refusalOfDatabase(error: unknown): Refusal | undefined {
  if (isOutOfReach(error)) return busy('The database cannot be reached at the moment.', 5);
  if (isUndone(error)) return busy('Others were changing the same at the same time. Nothing was written.', 1);
  return refusalOfDisk(error) ?? refusalOfDisk(factsOf(error).cause);
}

/** Waits for an answer, but not for ever. @throws TookTooLong */
export function inTime<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  const late = () => new TookTooLong();
  return withinTime(milliseconds, new AbortController().signal, late, () => answer);
}

/** SQLite's name of what went wrong, for example `SQLITE_BUSY`; undefined for an error that is not SQLite's. */
export function sqliteCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined;
}
