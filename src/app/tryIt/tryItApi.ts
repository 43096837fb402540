import type { AxiosResponse } from 'axios';
import { OWN_CALLS_BEFORE } from '../../contract/paths';
import { createOpenHttp, createOwnCallsHttp } from '../http/dataApiClients';
import type { HttpOptions } from '../http/http';
import type { Method } from '../ui/display/MethodBadge';

/** A request of the data API to send. */
export interface TriedRequest {
  readonly method: Method;
  /** Path and query, percent-encoded. */
  readonly path: string;
  /** API key. */
  readonly secret?: string;
  /** Whether it is authenticated by the owner's session instead of a key. */
  readonly asOwner: boolean;
  /** JSON, as typed. */
  readonly body?: string;
}

/** A response of any status. */
export interface TriedAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Size of the uncompressed body in bytes. */
  readonly bytes: number;
  readonly milliseconds: number;
}

const textOf = (data: unknown) => (typeof data === 'string' ? data : '');

const headersOf = ({ headers }: AxiosResponse) =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]));

/** Sends a call. Rejects only if there is no response. */
export const tryItApi = (options: HttpOptions) => ({
  send: async (request: TriedRequest, signal: AbortSignal): Promise<TriedAnswer> => {
    const { method, path, secret, asOwner, body } = request;
    const http = asOwner ? createOwnCallsHttp(options) : createOpenHttp(options);
    const url = asOwner ? OWN_CALLS_BEFORE + path : path;
    const headers = {
      ...(secret !== undefined && { Authorization: `Bearer ${secret}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const start = performance.now();
    const response = await http.request<unknown>({ method, url, headers, data: body, signal });
    const milliseconds = Math.round(performance.now() - start);
    const text = textOf(response.data);
    return {
      status: response.status,
      statusText: response.statusText,
      headers: headersOf(response),
      body: text,
      bytes: new TextEncoder().encode(text).length,
      milliseconds,
    };
  },
});
