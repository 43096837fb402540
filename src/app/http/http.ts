import axios, { type AxiosInstance, type CreateAxiosDefaults } from 'axios';
import { buffers, channel, type Channel } from 'redux-saga';
import { apiErrorOf } from './failureOf';
import { retrying } from './retrying';

/** The app API answered 401: the session has ended. */
export interface SessionLoss {
  readonly lost: true;
}

export type SessionLosses = Channel<SessionLoss>;

/** Creates the channel that announces 401s; it buffers at most one. */
export const createSessionLosses = (): SessionLosses => channel<SessionLoss>(buffers.sliding(1));

/** Timeout of a request in milliseconds (specification, section 9). */
export const REQUEST_TIMEOUT = 10_000;

/** Options of the clients. */
export interface HttpOptions {
  /** Origin of the app API. */
  readonly origin: string;
  readonly sessionLosses: SessionLosses;
  /** Axios adapter; defaults to that of axios. */
  readonly adapter?: CreateAxiosDefaults['adapter'];
}

const common = ({ origin, adapter }: HttpOptions): CreateAxiosDefaults => ({
  baseURL: origin,
  withCredentials: true,
  ...(adapter !== undefined && { adapter }),
});

/** Adds an interceptor that maps every error to an `ApiError`, and announces a lost session once per error. */
export function mapErrors(client: AxiosInstance, sessionLosses: SessionLosses): void {
  client.interceptors.response.use(undefined, (thrown: unknown) => {
    const error = apiErrorOf(thrown);
    if (error !== thrown && error.kind === 'signedOut') sessionLosses.put({ lost: true });
    return Promise.reject(error);
  });
}

/**
 * Creates the client of the app API (specification, sections 7 and 9): cookies, JSON, timeout, retries, and errors mapped by
 * {@link apiErrorOf}. Axios sets the `Content-Type` of a body that is an object.
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

/** Creates the client of uploads: no JSON, timeout or retries; the caller handles progress and abort. */
export function createUploads(options: HttpOptions): AxiosInstance {
  const client = axios.create({ ...common(options), headers: { Accept: 'application/json' } });
  mapErrors(client, options.sessionLosses);
  return client;
}
