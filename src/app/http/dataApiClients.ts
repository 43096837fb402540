import axios, { type AxiosInstance } from 'axios';
import { OWN_CALL_HEADER } from '../../contract/paths';
import { type HttpOptions, mapErrors } from './http';

/**
 * Creates a client that calls the data API like a page of any other site: no cookies, timeout, retries or handling of 401.
 * It resolves with any status, and bodies stay text. Only `fetch` can omit cookies from a request to the page's own origin.
 */
export const createOpenHttp = ({ origin, adapter = 'fetch' }: Omit<HttpOptions, 'sessionLosses'>): AxiosInstance =>
  axios.create({
    baseURL: origin,
    adapter,
    withCredentials: false,
    transformRequest: [],
    transformResponse: [],
    validateStatus: () => true,
  });

/**
 * Creates a client for the owner's calls of the data API: it sends the session cookie and never retries. It resolves with any status but
 * 401, which ends the session as anywhere in the app API. Bodies stay text.
 */
export function createOwnCallsHttp({ origin, adapter, sessionLosses }: HttpOptions): AxiosInstance {
  const client = createOpenHttp({ origin, adapter });
  Object.assign(client.defaults, { withCredentials: true, validateStatus: (status: number) => status !== 401 });
  client.defaults.headers.common[OWN_CALL_HEADER] = '1';
  mapErrors(client, sessionLosses);
  return client;
}
