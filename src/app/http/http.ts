import axios, { type AxiosInstance, type CreateAxiosDefaults } from 'axios';
import { buffers, channel, type Channel } from 'redux-saga';
import { apiErrorOf } from './failureOf';
import { retrying } from './retrying';

/** The app API answered 401: the session has ended. */
export interface SessionLoss {
  readonly lost: true;
}

export type SessionLosses = Channel<SessionLoss>;

/** Where 401s are announced: however many arrive at once, one is kept. */
export const createSessionLosses = (): SessionLosses => channel<SessionLoss>(buffers.sliding(1));

/** Milliseconds a request may take (specification, section 9). */
export const REQUEST_TIMEOUT = 10_000;

/** What the clients are made with. */
export interface HttpOptions {
  /** Origin of the app API. */
  readonly origin: string;
  readonly sessionLosses: SessionLosses;
  /** How requests are sent; axios's own way when not given. */
  readonly adapter?: CreateAxiosDefaults['adapter'];
}

const common = ({ origin, adapter }: HttpOptions): CreateAxiosDefaults => ({
  baseURL: origin,
  withCredentials: true,
  ...(adapter !== undefined && { adapter }),
});

/** Maps every error once, and tells of a lost session at the first sight of it. */
export function mapErrors(client: AxiosInstance, sessionLosses: SessionLosses): void {
  client.interceptors.response.use(undefined, (thrown: unknown) => {
    const error = apiErrorOf(thrown);
    if (error !== thrown && error.kind === 'signedOut') sessionLosses.put({ lost: true });
    return Promise.reject(error);
  });
}

/**
 * The client of the app API (specification, sections 7 and 9): cookies, JSON, a time limit, retries, and errors as
 * {@link apiErrorOf} makes them. axios names the type of a body that is an object.
 */
export function createHttp(options: HttpOptions): AxiosInstance {
  const client = axios.create({
    ...common(options),
    timeout: REQUEST_TIMEOUT,
    transitional: { clarifyTimeoutError: true },
    headers: { Accept: 'application/json' },
  });
  retrying(client);
  mapErrors(client, options.sessionLosses);
  return client;
}

/** The client of uploads: no JSON, no time limit, no retries; progress and abort are the caller's. */
export function createUploads(options: HttpOptions): AxiosInstance {
  const client = axios.create({ ...common(options), headers: { Accept: 'application/json' } });
  mapErrors(client, options.sessionLosses);
  return client;
}
