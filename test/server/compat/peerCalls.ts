import type { TestApp } from '../../fixtures/apps';
import { newAddress } from '../../fixtures/people';

export interface PeerCall {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Header with the key, as clients of the API send it. */
export const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`${key}:x`).toString('base64')}` });

/** Calls a path below `/compat`. @returns the response, with its body parsed if it is JSON */
export async function callPeer({ app }: Pick<TestApp, 'app'>, url: string, call: PeerCall = {}) {
  const { method = 'GET', body, headers = {} } = call;
  const answer = await app.inject({
    method,
    url: `/compat${url}`,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    remoteAddress: newAddress(),
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const isJson = /^[{[]/.test(answer.body);
  const { statusCode: status, headers: told, body: text } = answer;
  return { status, headers: told, text, body: isJson ? JSON.parse(text) : undefined };
}
