import axios, { type AxiosInstance } from 'axios';
import { OWN_CALL_HEADER } from '../../contract/paths';
import { type HttpOptions, mapErrors } from './http';

/**
 * The client that calls the data API as any page of the world does: no cookies, no time limit, no retries, no rule about 401.
 * Every status is an answer, every body a text. Only `fetch` can leave cookies out of a call to the page's own origin.
 */
export const createOpenHttp = ({ origin, adapter = 'fetch' }: Omit<HttpOptions, 'sessionLosses'>): AxiosInstance =>
  axios.create({
    ...{ baseURL: origin, adapter, withCredentials: false },
    transformRequest: [],
    transformResponse: [],
    validateStatus: () => true,
  });

/**
 * The client of the owner's own calls of the data API: with their session, never retried, every status an answer but 401, which is
 * the end of the session as anywhere in the app API. Every body a text.
 */
export function createOwnCallsHttp({ origin, adapter, sessionLosses }: HttpOptions): AxiosInstance {
  const client = createOpenHttp({ origin, adapter });
  Object.assign(client.defaults, { withCredentials: true, validateStatus: (status: number) => status !== 401 });
  client.defaults.headers.common[OWN_CALL_HEADER] = '1';
  mapErrors(client, sessionLosses);
  return client;
}
