import { runInNewContext } from 'node:vm';
import { buildTestApp } from '../../fixtures/apps';
import { beforeEachTest, beforeTests } from '../../fixtures/beforeTests';
import { writable } from '../endpoints/write/writing';
import { callPeer } from './peerCalls';

const test = beforeTests(() => buildTestApp());
const cafes = beforeEachTest(() => writable(test));
beforeEach(() => cafes.update({ access: 'public' }));

const call = (query: string, headers: Record<string, string> = {}) =>
  callPeer(test, `/gviz/spreadsheets/d/${cafes.project.id}/gviz/tq?${query}`, { headers });

/** Calls the function in a response, as a script does, and returns its argument. */
async function responseTo(query: string) {
  const { status, headers, text } = await call(query);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  let answer: unknown;
  const setResponse = (given: unknown) => void (answer = given);
  runInNewContext(text, { google: { visualization: { Query: { setResponse } } }, my: { handler: setResponse } });
  return JSON.parse(JSON.stringify(answer));
}

it('returns a table of values and displayed texts', async () => {
  const { version, status, reqId, table } = await responseTo('tqx=out:json;reqId:4&sheet=Caf%C3%A9s');
  expect({ version, status, reqId }).toEqual({ version: '0.6', status: 'ok', reqId: '4' });
  expect(table.cols.map((col: Record<string, string>) => `${col['id']} ${col['label']} ${col['type']}`)).toEqual([
    'A Name string',
    'B City string',
    'C Founded number',
    'D Rating number',
    'E Open boolean',
    'F Since date',
    'G Seen datetime',
    'H At timeofday',
    'I Code string',
    'J Note string',
  ]);
  expect(table.rows).toHaveLength(3);
  const [name, , founded, rating, open, since, seen, at, code, note] = table.rows[0].c;
  expect([name, founded, rating, open]).toEqual([
    { v: 'Kaffa' },
    { v: 2009, f: '2009' },
    { v: 4.5, f: '4.5' },
    { v: true, f: 'TRUE' },
  ]);
  expect([since.v, seen.v, at.v, code.v, note]).toEqual([
    'Date(2009,3,1)',
    'Date(2009,3,1,12,30,0)',
    [7, 30, 0, 0],
    '007',
    null,
  ]);
});

it('supports the first sheet, a handler, and a range of rows', async () => {
  const { table } = await responseTo('tqx=responseHandler:my.handler&tq=select%20*%20limit%201%20offset%201');
  expect(table.rows.map(({ c }: { readonly c: readonly { readonly v: unknown }[] }) => c[0]?.v)).toEqual(['Bønne']);
  const strange = await call(`tqx=${encodeURIComponent('responseHandler:alert(1)//')}`);
  expect(strange.text).toMatch(/^\/\*O_o\*\/\ngoogle\.visualization\.Query\.setResponse\(/);
});

it('returns bare JSON to scripts that accept it', async () => {
  const { headers, text } = await call('', { 'x-datasource-auth': 'a' });
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(JSON.parse(text.replace(/^\)\]\}'\n/, '')).table.rows).toHaveLength(3);
});

it('returns CSV', async () => {
  const { status, headers, text } = await call('tqx=out:csv&sheet=cafes&tq=limit 1');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(text.split('\r\n')[0]).toBe('Name,City,Founded,Rating,Open,Since,Seen,At,Code,Note');
  expect(text).toContain('Kaffa,Oslo,2009,4.5,TRUE,');
});

it('returns errors to a chart', async () => {
  for (const [query, reason, message] of [
    ['sheet=Nothing', 'invalid_request', '“Nothing”'],
    ['tq=select A where B = 1', 'invalid_query', 'tq='],
    ['gid=0', 'invalid_query', '“gid”'],
    ['tqx=out:html', 'invalid_query', 'out:html'],
    ['tq=%ZZ', 'invalid_query', 'percent sign'],
    [`tq=${'+'.repeat(4_000)}x`, 'invalid_query', 'tq='],
  ] as const) {
    const { status, errors } = await responseTo(query);
    expect({ status, errors }).toMatchObject({
      status: 'error',
      errors: [{ reason, message: expect.stringContaining(message) }],
    });
  }
  expect(await call('tqx=out:csv&sheet=Nothing')).toMatchObject({
    status: 404,
    text: expect.stringContaining('“Nothing”'),
  });
});
