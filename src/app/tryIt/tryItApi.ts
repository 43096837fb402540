import type { AxiosInstance, AxiosResponse } from 'axios';
import type { Method } from '../parts/MethodBadge';

/** A call of the data API, ready to be sent. */
export interface TriedRequest {
  readonly method: Method;
  /** Path and query, percent-encoded. */
  readonly path: string;
  readonly key?: string;
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

export interface TryItApi {
  /** Rejects only when there is no answer. */
  readonly send: (request: TriedRequest, signal: AbortSignal) => Promise<TriedAnswer>;
}

const textOf = (data: unknown) => (typeof data === 'string' ? data : '');

const headersOf = ({ headers }: AxiosResponse) =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]));

/** @param http the client without cookies, retries and rules: see `createOpenHttp` */
export const tryItApi = (http: AxiosInstance): TryItApi => ({
  async send({ method, path, key, body }, signal) {
    const headers = {
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const start = performance.now();
    const response = await http.request<unknown>({ method, url: path, headers, data: body, signal });
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
