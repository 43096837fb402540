import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiPaths, authPaths } from '../../../src/contract/paths';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { createdProject } from '../../fixtures/driveFiles';
import { newAddress, ORIGIN } from '../../fixtures/people';
import { bearer, makeKey } from '../keys/keyOf';
import { readMetrics, type ReadSample } from './readMetrics';

let server: TestApp;
let backups: string;
/** Metrics that exist before the first request. */
let first: readonly ReadSample[] = [];
beforeAll(async () => {
  // The metrics of backups exist if backups are configured.
  backups = mkdtempSync(join(tmpdir(), 'backups-'));
  server = await buildTestApp({ backups: { every: 86_400, keep: 1, dir: backups } });
  first = await metrics();
});
afterAll(async () => {
  await server.close();
  rmSync(backups, { recursive: true });
});

type Wanted = Readonly<Record<string, string>>;

const metrics = async () => readMetrics((await server.app.inject({ url: '/metrics' })).body);

/** Sums the samples with a name and at least these labels. */
const sumOf = (samples: readonly ReadSample[], name: string, wanted: Wanted = {}) =>
  samples
    .filter((one) => one.name === name && Object.entries(wanted).every(([label, value]) => one.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);

/** Returns how much some work adds to the metrics. */
async function addedBy(work: () => Promise<unknown>) {
  const before = await metrics();
  await work();
  const after = await metrics();
  return (name: string, wanted?: Wanted) => sumOf(after, name, wanted) - sumOf(before, name, wanted);
}

describe('metrics', () => {
  test('are in the format of Prometheus, of every kind', async () => {
    const response = await server.app.inject({ url: '/metrics' });
    expect(response.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    const names = new Set(readMetrics(response.body).map(({ name }) => name));
    for (const name of [
      'tabpoint_build_info',
      'tabpoint_request_duration_seconds_bucket',
      'tabpoint_answers_total',
      'tabpoint_workers_waiting',
      'tabpoint_writes_waiting',
      'tabpoint_tabs_held_bytes',
      'tabpoint_event_loop_lag_seconds',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
    ]) {
      expect([name, names.has(name)]).toEqual([name, true]);
    }
  });

  test('count requests of the data API by every handler, and those of the app', async () => {
    const ada = await server.signUp();
    const project = await createdProject(server, ada);
    const { secret } = await makeKey(server, ada, project.id, { scopes: ['read', 'create'] });
    const rows = `/v1/${project.id}/${project.tabs[0]?.slug}`;
    const headers = bearer(secret);
    const added = await addedBy(async () => {
      await server.app.inject({ url: rows, headers });
      await server.app.inject({ url: rows, headers });
      await server.app.inject({ url: `${rows}?_nothing=1`, headers });
      await server.app.inject({ method: 'POST', url: rows, headers, payload: { name: 'Mate', price: 3 } });
      await server.app.inject({ url: '/v1/nobody/nothing' });
      await server.app.inject({ url: apiPaths.projects, headers: ada.headers });
    });
    const requests = 'tabpoint_requests_total';
    expect(added(requests, { area: 'data', method: 'GET', status: '2xx' })).toBe(2);
    expect(added(requests, { area: 'data', method: 'GET', status: '4xx' })).toBe(2);
    expect(added(requests, { area: 'data', method: 'POST', status: '2xx' })).toBe(1);
    expect(added(requests, { area: 'app', status: '2xx' })).toBe(1);
    expect(added('tabpoint_request_duration_seconds_count', { area: 'data' })).toBe(5);
    expect(added('tabpoint_request_duration_seconds_sum', { area: 'data' })).toBeGreaterThan(0);
    expect(added('tabpoint_answers_total')).toBe(4);
    expect(added('tabpoint_problems_total', { code: 'unknown_parameter' })).toBe(1);
    expect(added('tabpoint_problems_total', { code: 'not_found' })).toBe(1);
  });

  test('count requests of each app separately, if a process has several', async () => {
    const other = await buildTestApp();
    const added = await addedBy(() => other.app.inject({ url: '/v1/nobody/nothing' }));
    expect(added('tabpoint_request_duration_seconds_count', { area: 'data' })).toBe(0);
    await other.close();
  });

  test('count jobs of workers, and sign-ins', async () => {
    const signIn = (password: string) =>
      server.app.inject({
        method: 'POST',
        url: authPaths.signInEmail,
        headers: { origin: ORIGIN },
        remoteAddress: newAddress(),
        payload: { email: 'nobody@tabpoint.example', password },
      });
    const added = await addedBy(async () => {
      await createdProject(server, await server.signUp());
      await signIn('wrong horse battery');
    });
    expect(added('tabpoint_worker_jobs_total', { job: 'importWorkbook', outcome: 'done' })).toBe(1);
    expect(added('tabpoint_account_events_total', { event: 'sign_up', outcome: 'done' })).toBe(1);
    expect(added('tabpoint_account_events_total', { event: 'sign_in', outcome: 'refused' })).toBe(1);
  });

  test('of the alarms in docs/operating.md exist from the start, so that the first event counts', async () => {
    const lines = readFileSync(join(__dirname, '../../../docs/operating.md'), 'utf8').split('\n');
    const alarms = lines
      .map((line) => line.replaceAll('\\|', '/').split('|')[1] ?? '')
      .filter((cell) => / [<>] |== 0/.test(cell));
    expect(alarms.length).toBeGreaterThanOrEqual(12);
    const asked = alarms.join(' ').matchAll(/\b((?:tabpoint|process)_[a-z_]+)(?:\{([^}]*)\})?/g);
    for (const [text, name, conditions = ''] of asked) {
      const wanted = [...conditions.matchAll(/(\w+)(=~|!=|=)"([^"]*)"/g)];
      const isTold = first.some(
        (one) =>
          one.name === name &&
          wanted.every(([, label = '', how, value = '']) => {
            const told = one.labels[label] ?? '';
            if (how === '=~') return value.split('/').includes(told);
            return (told === value) === (how === '=');
          }),
      );
      expect([text, isTold]).toEqual([text, true]);
    }
  });
});

describe('access to metrics', () => {
  const statusOf = async (test: TestApp, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    (await test.app.inject({ url: '/metrics', headers: { host: 'localhost:4000', ...headers }, remoteAddress }))
      .statusCode;

  test.each<[string, Record<string, string>, string, number]>([
    ['a program on this machine', {}, '127.0.0.1', 200],
    ['by IPv6', { host: '[::1]:4000' }, '::1', 200],
    ['another machine', {}, '10.0.0.7', 404],
    ['a host name that resolves here', { host: 'rebound.example' }, '127.0.0.1', 404],
    ['a proxy on this machine', { 'x-forwarded-for': '10.0.0.7' }, '127.0.0.1', 404],
    ['a proxy with Forwarded', { forwarded: 'for=10.0.0.7' }, '127.0.0.1', 404],
    ['a page of a browser', { 'sec-fetch-site': 'cross-site' }, '127.0.0.1', 404],
  ])('without a token: %s', async (_who, headers, address, status) => {
    expect(await statusOf(server, headers, address)).toBe(status);
  });

  test('with a token for everybody who sends it, from any address, and nobody else', async () => {
    const guarded = await buildTestApp({ metricsToken: 'hush' });
    expect(await statusOf(guarded, { authorization: 'Bearer hush' }, '10.0.0.7')).toBe(200);
    for (const authorization of ['Bearer hus', 'Bearer hush ', 'hush', 'Basic aHVzaA==', '']) {
      expect([authorization, await statusOf(guarded, { authorization })]).toEqual([authorization, 404]);
    }
    expect(await statusOf(guarded)).toBe(404);
    expect((await guarded.app.inject({ url: '/metrics?token=hush' })).statusCode).toBe(404);
    await guarded.close();
  });

  test('behind a proxy for nobody without a token', async () => {
    const proxied = await buildTestApp({ publicUrl: 'https://tabpoint.example' });
    expect(await statusOf(proxied)).toBe(404);
    await proxied.close();
  });
});
