import { AxiosError, AxiosHeaders, type InternalAxiosRequestConfig } from 'axios';
import { createOpenHttp } from '../../../src/app/http/dataApiClients';
import { createSessionLosses } from '../../../src/app/http/http';
import { OWN_CALL_HEADER } from '../../../src/contract/paths';
import { tryItApi } from '../../../src/app/tryIt/tryItApi';

const origin = 'https://tabpoint.example';

function calling(status: number, data: string, headers: Record<string, string> = {}) {
  const sent: InternalAxiosRequestConfig[] = [];
  const adapter = async (config: InternalAxiosRequestConfig) => {
    sent.push(config);
    const response = { data, status, statusText: 'Said', headers: new AxiosHeaders(headers), config, request: {} };
    if (config.validateStatus?.(status) !== false) return response;
    throw new AxiosError('', AxiosError.ERR_BAD_REQUEST, config, {}, response);
  };
  const sessionLosses = createSessionLosses();
  return { api: tryItApi({ origin, adapter, sessionLosses }), sent, sessionLosses };
}

const { signal } = new AbortController();

it('sends the typed values without cookies, and a key only if there is one', async () => {
  const { api, sent } = calling(200, '{}');
  await api.send({ method: 'GET', path: '/v1/p/beans?a=%20b', asOwner: false }, signal);
  await api.send({ method: 'POST', path: '/v1/p/beans', secret: 'k', asOwner: false, body: '{ "half' }, signal);
  expect(sent[0]).toMatchObject({ withCredentials: false, baseURL: origin, url: '/v1/p/beans?a=%20b', method: 'get' });
  expect(sent[0]?.headers.has('Authorization')).toBe(false);
  expect(sent[0]?.headers.has(OWN_CALL_HEADER)).toBe(false);
  expect(sent[1]?.headers.get('Authorization')).toBe('Bearer k');
  expect(sent[1]?.headers.get('Content-Type')).toBe('application/json');
  expect(sent[1]?.data).toBe('{ "half');
});

it.each([401, 429, 503])('a %d is a response: requested once, with the body unchanged', async (status) => {
  const { api, sent } = calling(status, '{"detail":"No, ünd 1.50"}', {
    'retry-after': '0',
    'x-tabpoint-revision': '4',
  });
  const answer = await api.send({ method: 'GET', path: '/v1/p/beans', asOwner: false }, signal);
  expect(sent).toHaveLength(1);
  expect(answer).toMatchObject({ status, statusText: 'Said', body: '{"detail":"No, ünd 1.50"}', bytes: 26 });
  expect(answer.headers).toContainEqual(['x-tabpoint-revision', '4']);
});

describe('as the owner', () => {
  const call = { method: 'DELETE', path: '/v1/p/beans/r_1', asOwner: true } as const;

  it('calls /api with cookies and a header that other sites cannot send', async () => {
    const { api, sent } = calling(404, '{}');
    expect((await api.send(call, signal)).status).toBe(404);
    expect(sent[0]).toMatchObject({ withCredentials: true, baseURL: origin, url: '/api/v1/p/beans/r_1' });
    expect(sent[0]?.headers.get(OWN_CALL_HEADER)).toBe('1');
  });

  it('detects that the session has ended', async () => {
    const { api, sessionLosses } = calling(401, '{"code":"signed_out"}');
    await expect(api.send(call, signal)).rejects.toMatchObject({ kind: 'signedOut' });
    const heard = jest.fn();
    sessionLosses.take(heard);
    expect(heard).toHaveBeenCalledTimes(1);
  });
});

it('omits cookies in a call to its own origin, which XMLHttpRequest cannot do', () => {
  expect(createOpenHttp({ origin }).defaults).toMatchObject({ adapter: 'fetch', withCredentials: false });
});
