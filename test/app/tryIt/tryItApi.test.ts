import { AxiosHeaders, type InternalAxiosRequestConfig } from 'axios';
import { createOpenHttp } from '../../../src/app/http/http';
import { tryItApi } from '../../../src/app/tryIt/tryItApi';

const origin = 'https://tabpoint.example';

function calling(status: number, data: string, headers: Record<string, string> = {}) {
  const sent: InternalAxiosRequestConfig[] = [];
  const http = createOpenHttp({
    origin,
    adapter: async (config) => {
      sent.push(config);
      return { data, status, statusText: 'Said', headers: new AxiosHeaders(headers), config, request: {} };
    },
  });
  return { api: tryItApi(http), sent };
}

const { signal } = new AbortController();

it('sends what was typed: no cookies, and a key only when there is one', async () => {
  const { api, sent } = calling(200, '{}');
  await api.send({ method: 'GET', path: '/v1/p/beans?a=%20b' }, signal);
  await api.send({ method: 'POST', path: '/v1/p/beans', key: 'k', body: '{ "half' }, signal);
  expect(sent[0]).toMatchObject({ withCredentials: false, baseURL: origin, url: '/v1/p/beans?a=%20b', method: 'get' });
  expect(sent[0]?.headers.has('Authorization')).toBe(false);
  expect(sent[1]?.headers.get('Authorization')).toBe('Bearer k');
  expect(sent[1]?.headers.get('Content-Type')).toBe('application/json');
  expect(sent[1]?.data).toBe('{ "half');
});

it.each([401, 429, 503])('a %d is an answer: asked once, the body as it came', async (status) => {
  const { api, sent } = calling(status, '{"detail":"No, ünd 1.50"}', {
    'retry-after': '0',
    'x-tabpoint-revision': '4',
  });
  const answer = await api.send({ method: 'GET', path: '/v1/p/beans' }, signal);
  expect(sent).toHaveLength(1);
  expect(answer).toMatchObject({ status, statusText: 'Said', body: '{"detail":"No, ünd 1.50"}', bytes: 26 });
  expect(answer.headers).toContainEqual(['x-tabpoint-revision', '4']);
});

it('leaves cookies out of a call to its own origin, which XMLHttpRequest cannot', () => {
  expect(createOpenHttp({ origin }).defaults).toMatchObject({ adapter: 'fetch', withCredentials: false });
});
