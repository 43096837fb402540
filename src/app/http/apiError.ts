/**
 * Reason why a call failed.
 *
 * - refused: an error response of the server
 * - timedOut: no response within the timeout
 * - network: no response at all
 * - signedOut: a 401 from the app API
 * - cancelled: aborted by the app
 * - unexpected: a response that cannot be used, or a bug in the app
 */
export type ApiFailureKind = 'refused' | 'timedOut' | 'network' | 'signedOut' | 'cancelled' | 'unexpected';

/** Fields of the JSON object in an error response. */
export type ErrorBody = Readonly<Record<string, unknown>>;

/** A failed call as stored in the state: plain and serializable. */
export interface ApiFailure {
  readonly kind: ApiFailureKind;
  /** The server's text, 'Request timed out', or a technical sentence; {@link failureText} chooses the text for users. */
  readonly message: string;
  readonly status?: number;
  readonly statusText?: string;
  readonly body?: ErrorBody;
  /** `Retry-After` of the response, in seconds. */
  readonly retryAfterSeconds?: number;
}

/** Whether the server may have done what was asked, as its answer was lost. */
export const isUnknown = ({ kind }: ApiFailure) => kind === 'network' || kind === 'timedOut';

/** Message of a call that timed out (specification, section 8). */
export const REQUEST_TIMED_OUT = 'Request timed out';

/**
 * The error that every failed call rejects with. It has the status, the status text and the fields of the response's JSON body
 * (specification, section 8). A field with the name of an own property is in `body` only.
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
    const extra = Object.entries(failure.body ?? {}).filter(([field]) => !(field in this));
    Object.assign(this, Object.fromEntries(extra));
  }
}

/** Returns the server's error text: the first of `detail`, `message` and `error` that is a string and not blank. */
export function serverTextOf(body: ErrorBody | undefined): string | undefined {
  const texts = [body?.detail, body?.message, body?.error];
  return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '');
}

/** Returns the text for users: 'Request timed out', else the server's text, else `fallback`. */
export function failureText(failure: ApiFailure, fallback: string): string {
  if (failure.kind === 'timedOut') return REQUEST_TIMED_OUT;
  return serverTextOf(failure.body) ?? fallback;
}

/** Text for a call without a response. It mentions the endpoints, as the same server serves them. */
export const UNREACHABLE = 'The server cannot be reached from here; your endpoints neither. Try again in a moment.';

/** Returns the stable error code of the response; empty if it has none. */
export const failureCode = ({ body }: ApiFailure): string => (typeof body?.code === 'string' ? body.code : '');

/** Fallback text for auth calls. */
export const UNANSWERED = 'The server could not be reached. Try again in a moment.';

/** Returns the text for a rate-limited auth call. @param seconds to wait, if the server gives them */
export const tooManyTries = (seconds?: number): string =>
  `Too many tries. Wait ${seconds === undefined ? 'a moment' : `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`}.`;
