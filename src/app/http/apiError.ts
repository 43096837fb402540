/**
 * Why a call failed.
 *
 * - refused: the server answered, and not with success
 * - timedOut: no answer within the time limit
 * - network: no answer at all
 * - signedOut: a 401 from the app API
 * - cancelled: given up on purpose
 * - unexpected: an answer that cannot be used, or a mistake in the app
 */
export type ApiFailureKind = 'refused' | 'timedOut' | 'network' | 'signedOut' | 'cancelled' | 'unexpected';

/** The fields of a JSON object that came with an error. */
export type ErrorBody = Readonly<Record<string, unknown>>;

/** What of a failed call is kept in the state: plain and serialisable. */
export interface ApiFailure {
  readonly kind: ApiFailureKind;
  /** The server's text, 'Request timed out', or a technical sentence; {@link failureText} chooses what a person reads. */
  readonly message: string;
  readonly status?: number;
  readonly statusText?: string;
  readonly body?: ErrorBody;
  /** What the answer asked to wait before another try, in seconds. */
  readonly retryAfterSeconds?: number;
}

/** Message of a call that took too long (specification, section 8). */
export const REQUEST_TIMED_OUT = 'Request timed out';

/**
 * What every failed call rejects with. It carries the status, the status text and the fields of the answer's JSON body
 * (specification, section 8); a field that would hide one of its own is to be found in `body` alone.
 */
export class ApiError extends Error {
  readonly kind: ApiFailureKind;
  readonly status?: number;
  readonly statusText?: string;
  readonly body?: ErrorBody;
  readonly [field: string]: unknown;

  constructor(
    readonly failure: ApiFailure,
    options?: ErrorOptions,
  ) {
    super(failure.message, options);
    this.name = 'ApiError';
    this.kind = failure.kind;
    this.status = failure.status;
    this.statusText = failure.statusText;
    this.body = failure.body;
    const free = Object.entries(failure.body ?? {}).filter(([field]) => !(field in this));
    Object.assign(this, Object.fromEntries(free));
  }
}

/** The server's words: the first string of `detail`, `message` and `error` that is not blank. */
export function serverTextOf(body: ErrorBody | undefined): string | undefined {
  const texts = [body?.detail, body?.message, body?.error];
  return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '');
}

/** What a person reads: 'Request timed out', else the server's words, else `fallback`. */
export function failureText(failure: ApiFailure, fallback: string): string {
  if (failure.kind === 'timedOut') return REQUEST_TIMED_OUT;
  return serverTextOf(failure.body) ?? fallback;
}

/** Said wherever no answer came: what serves the app serves the endpoints. */
export const UNREACHABLE = 'The server cannot be reached from here; your endpoints neither. Try again in a moment.';

/** The answer's stable code; empty where it has none. */
export const failureCode = ({ body }: ApiFailure): string => (typeof body?.code === 'string' ? body.code : '');

/** Said of calls about signing in when the server has no words of its own. */
export const UNANSWERED = 'The server could not be reached. Try again in a moment.';

/** What a person reads who has tried too often. @param seconds to wait, where the server says them */
export const tooManyTries = (seconds?: number): string =>
  `Too many tries. Wait ${seconds === undefined ? 'a moment' : `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`}.`;
