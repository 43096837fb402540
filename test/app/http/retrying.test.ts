/** @jest-environment node */
import type { AxiosInstance } from 'axios';
import { ApiError } from '../../../src/app/http/apiError';
import { createHttp, createSessionLosses } from '../../../src/app/http/http';
import { loopback, type Loopback } from '../../fixtures/loopback';
import { retryAfterOf } from '../../../src/app/http/retrying';
import { captureTimers } from '../../fixtures/waits';

let server: Loopback;
let http: AxiosInstance;

beforeAll(async () => {
  server = await loopback();
  http = createHttp({ origin: server.origin, sessionLosses: createSessionLosses() });
});
afterAll(() => server.close());

const send = (method: string, options: { signal?: AbortSignal; data?: unknown } = {}) =>
  http.request({ method, url: '/api/projects', ...options });

const retriedMethods = ['GET', 'PUT', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'];
const retriedStatuses = [408, 413, 429, 500, 502, 503, 504];

describe('retried requests', () => {
  const pairs = retriedMethods.flatMap((method) => retriedStatuses.map((status) => ({ method, status })));

  it.each(pairs)('$method on $status: two retries, after 300 and 600 ms', async ({ method, status }) => {
    const { waits } = captureTimers();
    server.answers({ status });
    await expect(send(method)).rejects.toMatchObject({ kind: 'refused', status });
    expect(server.arrived.map((request) => request.method)).toEqual([method, method, method]);
    expect(waits).toEqual([300, 600]);
  });

  it.each(retriedMethods)('%s returns the response of a successful retry', async (method) => {
    captureTimers();
    server.answers({ status: 503 }, { status: 200 });
    await expect(send(method)).resolves.toMatchObject({ status: 200 });
    expect(server.arrived).toHaveLength(2);
  });

  it('send the same body again', async () => {
    captureTimers();
    server.answers({ status: 500 }, { status: 200 });
    await send('PUT', { data: { access: 'public' } });
    const sent = server.arrived.map(({ body, headers }) => [body, headers['content-type']]);
    expect(sent).toEqual(Array(2).fill(['{"access":"public"}', 'application/json']));
  });

  it('are counted for each request', async () => {
    const { waits } = captureTimers();
    server.answers({ status: 500 });
    await expect(send('GET')).rejects.toThrow(ApiError);
    await expect(send('GET')).rejects.toThrow(ApiError);
    expect(waits).toEqual([300, 600, 300, 600]);
  });
});

describe('requests that are not retried', () => {
  const others = [
    ...retriedStatuses.map((status) => ({ method: 'POST', status })),
    ...retriedStatuses.map((status) => ({ method: 'PATCH', status })),
    ...[400, 401, 403, 404, 405, 409, 410, 412, 415, 422, 501, 505, 507].map((status) => ({ method: 'GET', status })),
  ];

  it.each(others)('$method on $status', async ({ method, status }) => {
    const { waits } = captureTimers();
    server.answers({ status });
    await expect(send(method)).rejects.toMatchObject({ status });
    expect(server.arrived).toHaveLength(1);
    expect(waits).toEqual([]);
  });

  it.each(retriedMethods)('%s if the connection breaks', async (method) => {
    const { waits } = captureTimers();
    server.answers('gone');
    await expect(send(method)).rejects.toMatchObject({ kind: 'network' });
    expect(server.arrived).toHaveLength(1);
    expect(waits).toEqual([]);
  });

  it('a request that timed out', async () => {
    const { fireTimeout, waits } = captureTimers();
    server.answers('silent');
    const request = send('GET');
    await server.until(1);
    fireTimeout();
    await expect(request).rejects.toMatchObject({ kind: 'timedOut', message: 'Request timed out' });
    expect(server.arrived).toHaveLength(1);
    expect(waits).toEqual([]);
  });
});

const start = Date.parse('2026-03-01T10:00:00Z');

describe('Retry-After', () => {
  const forms = [
    { form: 'seconds', header: '2', wait: 2_000 },
    { form: 'a date', header: new Date(start + 4_000).toUTCString(), wait: 4_000 },
    { form: 'zero', header: '0', wait: 0 },
    { form: 'a date that has passed', header: new Date(start - 4_000).toUTCString(), wait: 0 },
  ];

  it.each([413, 429, 503].flatMap((status) => forms.map((form) => ({ status, ...form }))))(
    'sets the wait on $status, as $form',
    async ({ status, header, wait }) => {
      jest.spyOn(Date, 'now').mockReturnValue(start);
      const { waits } = captureTimers();
      server.answers({ status, headers: { 'Retry-After': header } });
      await expect(send('GET')).rejects.toMatchObject({ status });
      expect(waits).toEqual([wait, wait]);
    },
  );

  it.each([408, 500, 502, 504].flatMap((status) => forms.map((form) => ({ status, ...form }))))(
    'is ignored on $status, as $form',
    async ({ status, header }) => {
      const { waits } = captureTimers();
      server.answers({ status, headers: { 'Retry-After': header } });
      await expect(send('GET')).rejects.toMatchObject({ status });
      expect(waits).toEqual([300, 600]);
    },
  );

  it('is ignored if it is invalid', async () => {
    const { waits } = captureTimers();
    server.answers({ status: 503, headers: { 'Retry-After': 'soon' } });
    await expect(send('GET')).rejects.toMatchObject({ status: 503 });
    expect(waits).toEqual([300, 600]);
  });

  it('may exceed the time limit, which applies to each try', async () => {
    const { waits, limits } = captureTimers();
    server.answers({ status: 429, headers: { 'Retry-After': '3600' } });
    await expect(send('GET')).rejects.toMatchObject({ status: 429 });
    expect(waits).toEqual([3_600_000, 3_600_000]);
    expect(limits()).toBe(3);
  });
});

describe('a Retry-After header', () => {
  it.each([
    [' 7 ', 7_000],
    ['2026-03-01T10:00:05Z', 5_000],
    ['Mar 1, 2026 UTC 10:00:05', 5_000],
    ['99999999999', 2 ** 31 - 1],
  ])('is parsed: %s', (header, wait) => {
    expect(retryAfterOf(header, start)).toBe(wait);
  });

  it.each([undefined, '', 'soon', '1.5x', 3])('is invalid: %s', (header) => {
    expect(retryAfterOf(header, start)).toBeUndefined();
  });
});

describe('an abort', () => {
  it('ends a request in flight', async () => {
    const aborter = new AbortController();
    server.answers('silent');
    const request = send('GET', { signal: aborter.signal });
    await server.until(1);
    aborter.abort();
    await expect(request).rejects.toMatchObject({ kind: 'cancelled' });
    await server.arrived[0]?.closed;
  });

  it('ends the wait before a retry, which is not sent', async () => {
    const { untilWaiting } = captureTimers({ held: true });
    const aborter = new AbortController();
    server.answers({ status: 503 });
    const request = send('GET', { signal: aborter.signal });
    await untilWaiting();
    aborter.abort();
    await expect(request).rejects.toMatchObject({ kind: 'cancelled' });
    expect(server.arrived).toHaveLength(1);
  });

  it('before the request sends nothing', async () => {
    server.answers({ status: 200 });
    await expect(send('GET', { signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: 'cancelled' });
    expect(server.arrived).toHaveLength(0);
  });
});
