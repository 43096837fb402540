import type { AxiosResponse } from 'axios';
import { OWN_CALLS_BEFORE } from '../../contract/paths';
import { createOpenHttp, createOwnCallsHttp } from '../http/dataApiClients';
import type { HttpOptions } from '../http/http';
import type { Method } from '../ui/display/MethodBadge';

/** A call of the data API, ready to be sent. */
export interface TriedRequest {
  readonly method: Method;
  /** Path and query, percent-encoded. */
  readonly path: string;
  /** The key it is sent with. */
  readonly secret?: string;
  /** Whether it goes as the signed-in owner, in place of a key. */
  readonly asOwner: boolean;
  /** JSON, or what was typed for it. */
  readonly body?: string;
}

/** An answer as it came, whatever its status. */
export interface TriedAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Bytes of the body, as it was before compression. */
  readonly bytes: number;
  readonly milliseconds: number;
}

const textOf = (data: unknown) => (typeof data === 'string' ? data : '');

const headersOf = ({ headers }: AxiosResponse) =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]));

/** The call that is tried. It rejects only when there is no answer. */
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
