import type { LightMyRequestResponse } from 'fastify';
import { newProjectId } from '../../../src/server/sync/syncRepository';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { writable } from './write/writing';

/** Parts of the data API’s contract that no other test covers: methods of addresses, names by slug, escaping in files. */
let id: string;
const test = beforeTests(() => buildTestApp());
const places = beforeTests(() =>
  writable(test, {
    name: 'Places.csv',
    bytes: 'First Name,Home Town,Total,Weight\nÅse,Oslo,1,70\nBo,Oslo,2,80\nCy,Rome,4,90\n',
  }),
);
beforeAll(async () => {
  id = String((await places.rows())[0]?._id);
});

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
const METHODS: readonly Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const ask = (url: string, method: Method = 'GET', headers: Record<string, string> = {}) =>
  test.app.inject({ method, url, headers: { authorization: `Bearer ${places.key}`, ...headers } });

const problemOf = (answer: LightMyRequestResponse) => ({
  status: answer.statusCode,
  type: answer.headers['content-type'],
  allow: answer.headers.allow,
});

describe('an address allows its methods and no others', () => {
  it.each<[string, () => string, string]>([
    ['project', () => '', 'GET, HEAD, OPTIONS'],
    ['rows', () => '/places', 'GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE'],
    ['row', () => `/places/${id}`, 'GET, HEAD, OPTIONS, PUT, PATCH, DELETE'],
    ['question', () => '/places/_query', 'OPTIONS, POST'],
    ['schema', () => '/places/_schema', 'GET, HEAD, OPTIONS'],
    ['document', () => '/_openapi.json', 'GET, HEAD, OPTIONS'],
    ['types', () => '/_types.ts', 'GET, HEAD, OPTIONS'],
  ])('%s', async (_what, path, allow) => {
    const url = `/v1/${places.project.id}${path()}`;
    const preflight = await ask(url, 'OPTIONS');
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({ allow, 'access-control-allow-methods': allow });
    const own = allow.split(', ');
    for (const method of METHODS.filter((one) => !own.includes(one))) {
      const refused = { status: 405, type: 'application/problem+json', allow };
      expect([method, problemOf(await ask(url, method))]).toEqual([method, refused]);
    }
    if (own.includes('GET')) expect((await ask(url)).statusCode).toBe(200);
  });
});

it('the address of a project has 130 random bits', () => {
  expect(places.project.id).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/);
  const ids = Array.from({ length: 500 }, newProjectId);
  const signs = Array.from({ length: 26 }, (_, at) => new Set(ids.map((id) => id[at])).size);
  expect(Math.min(...signs)).toBeGreaterThan(24);
});

describe('a slug works everywhere a key does', () => {
  it.each<[string, string, string]>([
    ['CSV', '.csv?_keys=slug&_fields=-_id&_limit=1', 'first_name,home_town,total,weight\r\nÅse,Oslo,1,70\r\n'],
    ['values', '?_distinct=home_town&_shape=array', '[{"value":"Oslo","count":2},{"value":"Rome","count":1}]'],
  ])('in %s', async (_what, query, body) => {
    expect((await ask(places.base + query)).body).toBe(body);
  });

  it('in writes', async () => {
    const dry = { body: { first_name: 'Bo', weight: 1 } };
    expect((await places.call('POST', '?_dry_run=1&_upsert=first_name', dry)).body.data).toMatchObject({
      Total: 2,
      Weight: 1,
    });
    expect((await places.call('PATCH', '?home_town=Rome&_dry_run=1', dry)).body.data).toMatchObject([
      { Total: 4, Weight: 1 },
    ]);
    const csv = { body: 'first_name,home_town\nDi,Bern\n', type: 'text/csv' };
    expect((await places.call('POST', '?_dry_run=1', csv)).body.data).toMatchObject([{ 'Home Town': 'Bern' }]);
  });
});

it('CSV escapes every text that a spreadsheet program would take for a formula, and nothing with _csv=raw', async () => {
  const sheet = await writable(test);
  const signs = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
  await sheet.call('POST', '', { body: signs.map((sign) => ({ Name: `${sign}1`, Rating: -1 })) });
  const texts = async (query: string) => {
    const url = `${sheet.base}.csv?Rating=-1&_fields=Name,Rating,-_id${query}`;
    const answer = await ask(url, 'GET', { authorization: `Bearer ${sheet.key}` });
    return answer.body.slice('Name,Rating\r\n'.length).replaceAll('"', '').split(',-1\r\n').slice(0, -1);
  };
  expect(await texts('')).toEqual(signs.map((sign) => `'${sign}1`));
  expect(await texts('&_csv=raw')).toEqual(signs.map((sign) => `${sign}1`));
});
