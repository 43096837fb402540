/** @jest-environment node */
import type { AxiosInstance, InternalAxiosRequestConfig } from 'axios';
import { runSaga } from 'redux-saga';
import { take } from 'typed-redux-saga';
import { ApiError } from '../../../src/app/http/apiError';
import {
  createHttp,
  createSessionLosses,
  createUploads,
  type SessionLoss,
  type SessionLosses,
} from '../../../src/app/http/http';
import { loopback, type Loopback } from '../../fixtures/loopback';
import { captureTimers } from '../../fixtures/waits';

let server: Loopback;
let losses: SessionLosses;
let http: AxiosInstance;
let uploads: AxiosInstance;

beforeAll(async () => {
  server = await loopback();
});
afterAll(() => server.close());
beforeEach(() => {
  losses = createSessionLosses();
  http = createHttp({ origin: server.origin, sessionLosses: losses });
  uploads = createUploads({ origin: server.origin, sessionLosses: losses });
});

/** Session losses that were put and not taken yet. */
function pendingLosses(): readonly SessionLoss[] {
  const { taken, stop } = listen();
  stop();
  return taken;
}

/** Takes every session loss as soon as it is put. */
function listen() {
  const taken: SessionLoss[] = [];
  const task = runSaga({}, function* () {
    while (true) taken.push(yield* take(losses));
  });
  return { taken, stop: () => task.cancel() };
}

const errorOf = async (request: Promise<unknown>) => {
  const error: unknown = await request.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error('It did not fail with an ApiError.');
  return error;
};

describe('a request', () => {
  it('sends JSON and accepts JSON', async () => {
    server.answers({ status: 200, body: { project: { id: 'x' } } });
    const { data } = await http.post<unknown>('/api/projects/sync', { sheetId: 'abc' });
    expect(server.arrived[0]).toMatchObject({
      method: 'POST',
      url: '/api/projects/sync',
      body: '{"sheetId":"abc"}',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    });
    expect(data).toEqual({ project: { id: 'x' } });
  });

  it('has no content type without a body', async () => {
    server.answers({ status: 204 });
    await http.delete('/api/projects/x');
    expect(server.arrived[0]?.headers).not.toHaveProperty('content-type');
  });

  it.each(['calls', 'uploads'])('sends cookies (%s)', async (name) => {
    const seen: InternalAxiosRequestConfig[] = [];
    const adapter = async (config: InternalAxiosRequestConfig) => {
      seen.push(config);
      return { data: {}, status: 200, statusText: 'OK', headers: {}, config };
    };
    const options = { origin: 'https://api.example', sessionLosses: losses, adapter };
    await (name === 'calls' ? createHttp(options) : createUploads(options)).get('/api/projects');
    expect(seen[0]).toMatchObject({ withCredentials: true, baseURL: 'https://api.example' });
  });

  it('times out after ten seconds', async () => {
    const limits: unknown[] = [];
    const adapter = async (config: InternalAxiosRequestConfig) => {
      limits.push(config.timeout);
      return { data: {}, status: 200, statusText: 'OK', headers: {}, config };
    };
    const options = { origin: server.origin, sessionLosses: losses, adapter };
    await createHttp(options).get('/api/projects');
    await createUploads(options).get('/api/projects');
    expect(limits).toEqual([10_000, 0]);
  });
});

describe('an error', () => {
  it('has status, status text and the fields of the response body', async () => {
    const body = { code: 'source_private', detail: 'This spreadsheet is private.', errors: [{ field: 'sheetId' }] };
    server.answers({ status: 422, headers: { 'Content-Type': 'application/problem+json' }, body });
    const error = await errorOf(http.post('/api/projects/check', {}));
    expect(error).toMatchObject({ ...body, body, status: 422, statusText: 'Unprocessable Entity', kind: 'refused' });
    expect(error.message).toBe('This spreadsheet is private.');
    expect(error.cause).toMatchObject({ isAxiosError: true });
  });

  it('keeps its own fields if the body has fields of the same names', async () => {
    const body = { status: 1, statusText: 'x', kind: 'x', stack: 'x', name: 'x', constructor: 'x', failure: 'x' };
    server.answers({ status: 400, body });
    const error = await errorOf(http.get('/api/projects'));
    expect(error).toMatchObject({ status: 400, statusText: 'Bad Request', kind: 'refused', name: 'ApiError', body });
    expect(error).toBeInstanceOf(ApiError);
    expect(error.stack).not.toBe('x');
  });

  it('does not let a body change its prototype', async () => {
    server.answers({ status: 400, body: '{"__proto__":{"polluted":true},"detail":"No."}' });
    const error = await errorOf(http.get('/api/projects'));
    expect(error.polluted).toBeUndefined();
    expect(error.message).toBe('No.');
  });

  it.each([
    ['a page of a proxy', '<html>Bad gateway</html>'],
    ['a list', '[1]'],
    ['a text', '"No."'],
    ['nothing', ''],
  ])('has no body fields if the body is %s', async (_what, body) => {
    server.answers({ status: 422, body });
    const error = await errorOf(http.post('/api/projects/check', {}));
    expect(error.failure).toStrictEqual({
      kind: 'refused',
      message: 'The server answered with 422.',
      status: 422,
      statusText: 'Unprocessable Entity',
    });
  });

  it.each([
    ['Retry-After', '7', 7],
    ['X-Retry-After', '30', 30],
  ])('has the seconds to wait (%s)', async (header, value, seconds) => {
    server.answers({ status: 429, headers: { [header]: value } });
    const error = await errorOf(http.post('/api/auth/sign-in/email', {}));
    expect(error.failure.retryAfterSeconds).toBe(seconds);
  });

  it('is mapped once, after the last retry', async () => {
    captureTimers();
    server.answers(
      { status: 503, body: { detail: 'One' } },
      { status: 502 },
      { status: 500, body: { detail: 'Three' } },
    );
    const error = await errorOf(http.get('/api/projects'));
    expect(server.arrived).toHaveLength(3);
    expect(error).toMatchObject({ status: 500, message: 'Three' });
  });
});

describe('a 401', () => {
  it('of the app API reports the session loss, once for any number of them', async () => {
    server.answers({ status: 401, body: { detail: 'Sign in.' } });
    const errors = ['/api/projects', '/api/projects/x', '/api/drive/spreadsheets'].map((url) => errorOf(http.get(url)));
    expect((await Promise.all(errors)).map(({ kind }) => kind)).toEqual(['signedOut', 'signedOut', 'signedOut']);
    expect(pendingLosses()).toEqual([{ lost: true }]);
  });

  it('of an upload reports it too', async () => {
    server.answers({ status: 401 });
    await errorOf(uploads.post('/api/drive/spreadsheets', new FormData()));
    expect(pendingLosses()).toHaveLength(1);
  });

  it('after a try that failed otherwise reports it once', async () => {
    captureTimers();
    server.answers({ status: 503 }, { status: 401 });
    const { taken, stop } = listen();
    expect(await errorOf(http.get('/api/projects'))).toMatchObject({ kind: 'signedOut' });
    stop();
    expect(taken).toHaveLength(1);
  });

  it('of the auth server is a normal response', async () => {
    server.answers({ status: 401, body: { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' } });
    const error = await errorOf(http.post('/api/auth/sign-in/email', {}));
    expect(error).toMatchObject({ kind: 'refused', code: 'INVALID_EMAIL_OR_PASSWORD' });
    expect(pendingLosses()).toEqual([]);
  });

  it.each([403, 500])('unlike a %s, which reports no session loss', async (status) => {
    captureTimers();
    server.answers({ status });
    await errorOf(http.get('/api/projects'));
    expect(pendingLosses()).toEqual([]);
  });
});

describe('an upload', () => {
  it('is multipart, not JSON', async () => {
    server.answers({ status: 201 });
    const form = new FormData();
    form.append('file', new Blob(['a,b']), 'coffee.csv');
    await uploads.post('/api/drive/spreadsheets', form);
    expect(server.arrived[0]?.headers.accept).toBe('application/json');
    expect(server.arrived[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(server.arrived[0]?.body).toContain('filename="coffee.csv"');
  });

  it('is not retried', async () => {
    const { waits } = captureTimers();
    server.answers({ status: 503 });
    await errorOf(uploads.post('/api/drive/spreadsheets', new FormData()));
    expect(server.arrived).toHaveLength(1);
    expect(waits).not.toContain(300);
  });

  it('can be aborted', async () => {
    const aborter = new AbortController();
    server.answers('silent');
    const error = errorOf(uploads.post('/api/drive/spreadsheets', new FormData(), { signal: aborter.signal }));
    await server.until(1);
    aborter.abort();
    expect(await error).toMatchObject({ kind: 'cancelled', message: 'The request was given up.' });
    await server.arrived[0]?.closed;
  });
});
