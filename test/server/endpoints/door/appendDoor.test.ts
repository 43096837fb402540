import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { keyScopes } from '../../../../src/contract/scopes';
import { readingOf } from '../../../../src/server/endpoints/reading';
import { recordsOf } from '../../../../src/server/records/records';
import { usageOf } from '../../../../src/server/usage/usage';
import { buildTestApp, type TestApp } from '../../../fixtures/apps';
import { stopClock, stopLooking } from '../../../fixtures/clocks';
import { heardAll } from '../../../fixtures/nodes';
import { writable, type Writable } from '../write/writing';

let test: TestApp;
let port: number;
beforeAll(async () => {
  test = await buildTestApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
});
afterAll(() => test.close());

type Headers = Readonly<Record<string, string>>;

interface Sent {
  readonly body: string | Buffer;
  readonly path?: string;
  readonly headers?: Headers;
  /** Secret of a key; none when null. */
  readonly key?: string | null;
}

const ROW = { Name: 'Nova', City: 'Łódź', Founded: 2020, Open: true, Since: '2020-02-03', Seen: '2020-02-03T04:05:06' };
const json = (value: unknown) => JSON.stringify(value);

const headersOf = ({ headers = {}, key }: Sent): Record<string, string> => ({
  'content-type': 'application/json',
  ...(key !== null && key !== undefined && { authorization: `Bearer ${key}` }),
  ...headers,
});

async function overSocket(cafes: Writable, sent: Sent) {
  const url = `http://127.0.0.1:${port}${sent.path ?? cafes.base}`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: headersOf(sent),
    body: new Uint8Array(Buffer.from(sent.body)),
  });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
}

async function pastTheDoor(cafes: Writable, sent: Sent) {
  const headers = { ...headersOf(sent), host: `127.0.0.1:${port}` };
  const answer = await test.app.inject({ method: 'POST', url: sent.path ?? cafes.base, headers, payload: sent.body });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body };
}

const recordsParts = () => ({ ...test, tabs: readingOf(test).tabs, log: test.app.log });

/** What differs from answer to answer, and what belongs to the connection. */
const PASSING = ['date', 'connection', 'keep-alive', 'ratelimit', 'etag'];

function comparable({ status, headers, body }: Awaited<ReturnType<typeof pastTheDoor>>) {
  const lasting = Object.entries(headers).filter(([name]) => !PASSING.includes(name));
  const text = json({ status, headers: Object.fromEntries(lasting.toSorted()), body });
  return text
    .replace(/r_[0-9a-z]{12}/g, 'r_id')
    .replace(/(revision\\*":\s*\\*"?)\d+/g, '$1N')
    .replace(/requestId\\*":\\*"[0-9a-f-]+/g, 'requestId');
}

/** How a request gets its answer: from the door, from Fastify after the door has looked at it, or past the door. */
type Way = 'door' | 'passed on' | 'past';

const cases: readonly (readonly [string, Way, Sent])[] = [
  ['every type', 'door', { body: json(ROW) }],
  ['one column', 'door', { body: json({ Name: 'Only' }) }],
  ['a slug', 'door', { body: json({ name: 'By slug' }) }],
  ['blanks', 'door', { body: json({ Name: 'Blank', City: '  ', Founded: null }) }],
  ['white space around it', 'door', { body: ` \n${json({ Name: 'Wide' })}\n` }],
  [
    'another way to say JSON',
    'door',
    { body: json(ROW), headers: { 'content-type': 'application/json; charset=utf-8' } },
  ],
  ['a number of a row', 'passed on', { body: json({ _row: 3, Name: 'with a number' }) }],
  ['an unknown column', 'passed on', { body: json({ Nmae: 'x' }) }],
  ['a value that does not fit', 'passed on', { body: json({ Name: 'x', Founded: 'soon' }) }],
  ['an id', 'passed on', { body: json({ _id: 'r_1', Name: 'x' }) }],
  ['a column named twice', 'passed on', { body: json({ Name: 'x', name: 'y' }) }],
  ['nothing in it', 'passed on', { body: '{}' }],
  ['only blanks', 'passed on', { body: json({ Name: '' }) }],
  ['a list', 'passed on', { body: json([{ Name: 'x' }]) }],
  ['a text', 'passed on', { body: '"Name"' }],
  ['no JSON', 'passed on', { body: '{"Name":' }],
  ['names that objects have', 'passed on', { body: '{"__proto__":{"Name":"x"}}' }],
  ['an escape', 'passed on', { body: '{"Name":"\\u0041"}' }],
  ['half a character', 'passed on', { body: '{"Name":"\\ud800"}' }],
  ['no UTF-8', 'passed on', { body: Buffer.from([0x7b, 0x22, 0x4e, 0xff, 0x22, 0x3a, 0x31, 0x7d]) }],
  ['no key', 'passed on', { body: json({ Name: 'x' }), key: null }],
  ['a key that nobody has', 'passed on', { body: json({ Name: 'x' }), key: `tp_sk_${'A'.repeat(43)}` }],
  ['a tab that is not there', 'passed on', { body: json({ Name: 'x' }), path: '/elsewhere' }],
  ['a file', 'passed on', { body: json({ Name: 'x' }), path: '.csv' }],
  ['a parameter', 'passed on', { body: json({ Name: 'x' }), path: '?_dry_run=1' }],
  ['a long text', 'past', { body: json({ Name: 'x'.repeat(20_000) }) }],
  ['a form', 'past', { body: 'Name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['something else', 'past', { body: 'Name', headers: { 'content-type': 'text/plain' } }],
  ['a page of another site', 'past', { body: json({ Name: 'x' }), headers: { origin: 'https://example.com' } }],
  ['a version of a row', 'past', { body: json({ Name: 'x' }), headers: { 'if-match': '"1"' } }],
  ['another condition', 'past', { body: json({ Name: 'x' }), headers: { 'if-none-match': '*' } }],
  ['an empty key of its own', 'past', { body: json({ Name: 'x' }), headers: { 'idempotency-key': '' } }],
];

describe('a row that comes by the door is answered as by the long way', () => {
  let cafes: Writable;
  beforeAll(async () => {
    cafes = await writable(test);
    // Nobody has to wait for the values of the tab any more; two rows, so that both revisions of a pair have as many digits.
    for (const Name of ['First', 'Second']) await pastTheDoor(cafes, { body: json({ Name }), key: cafes.key });
    await heardAll(test);
  });
  beforeEach(async () => {
    stopLooking();
    await cafes.rows();
  });

  async function expectSame(sent: Sent, way: Way) {
    const enters = jest.spyOn(test.app.doorway, 'passOn').mockClear();
    const written = jest.spyOn(recordsOf(recordsParts()).writer, 'put').mockClear();
    const byDoor = await overSocket(cafes, sent);
    const passedOn = enters.mock.calls.length;
    const puts = written.mock.calls.length;
    expect(comparable(byDoor)).toBe(comparable(await pastTheDoor(cafes, sent)));
    expect(passedOn).toBe(way === 'passed on' ? 1 : 0);
    if (way === 'door') expect([byDoor.status, puts]).toEqual([201, 1]);
  }

  it.each(cases)('%s (%s)', async (_name, way, sent) => {
    const key = sent.key === undefined ? cafes.key : sent.key;
    await expectSame({ ...sent, key, path: cafes.base + (sent.path ?? '') }, way);
  });

  it('also for keys that may do less', async () => {
    const body = json({ Name: 'x', Note: 'y' });
    const form = await cafes.makeKey(['create'], { kind: 'publishable', tabs: [cafes.sheetId] });
    await expectSame({ body, key: form }, 'door');
    const blind = await cafes.makeKey(keyScopes, { hiddenColumns: [{ sheetId: cafes.sheetId, columns: ['Note'] }] });
    await expectSame({ body, key: blind }, 'passed on');
    await expectSame({ body: json({ Name: 'x' }), key: blind }, 'passed on');
    await expectSame({ body, key: await cafes.makeKey(['read']) }, 'passed on');
  });

  it('also where the project is paused', async () => {
    const other = await writable(test);
    await other.rows();
    const sent = { body: json(ROW), key: other.key, path: other.base };
    expect((await overSocket(other, sent)).status).toBe(201);
    await other.update({ paused: true });
    expect(comparable(await overSocket(other, sent))).toBe(comparable(await pastTheDoor(other, sent)));
    expect(await other.rows()).toHaveLength(4);
  });

  it('has the entity tag and the address that reading it has', async () => {
    const made = await overSocket(cafes, { body: json(ROW), key: cafes.key });
    const { data } = JSON.parse(made.body) as { data: { _id: string } };
    const read = await cafes.call('GET', `/${data._id}`);
    expect(made.headers.etag).toBe(read.headers.etag);
    expect(made.headers.location).toBe(`http://127.0.0.1:${port}${cafes.base}/${data._id}`);
    expect(read.body.data).toEqual(data);
  });

  it('keeps every character of names and values, in the answer, in memory and on disk', async () => {
    const tea = await writable(test, { name: 'Tea.csv', bytes: 'Größe,"名 ""前""",Plain\nklein,京都,x\n' });
    await tea.rows();
    const row = { Größe: '\u007f\u0080ÿĀ\u07ff\u0800\ud7ff\uffee😀', '名 "前"': '"\\\b\t\n\u2028', Plain: ' ~!' };
    const made = await overSocket(tea, { body: json(row), key: tea.key, path: tea.base });
    const { data } = JSON.parse(made.body) as { data: { _id: string } };
    expect([made.status, data]).toEqual([201, { _id: data._id, ...row }]);
    expect(made.headers['content-length']).toBe(String(Buffer.byteLength(made.body)));
    for (const letGo of [() => undefined, tea.reload]) {
      letGo();
      const read = await tea.call('GET', `/${data._id}`);
      expect([read.body.data, read.headers.etag]).toEqual([data, made.headers.etag]);
    }
  });
});

/** What a connection answers to bytes, until as many answers have come. */
function conversation(pieces: readonly string[], answers: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    socket.on('data', (data) => {
      heard += data.toString();
      if (heard.split('HTTP/1.1 ').length > answers && heard.endsWith('}')) socket.end();
    });
    socket.on('close', () => resolve(heard));
    socket.on('error', reject);
    void (async () => {
      for (const piece of pieces) {
        socket.write(piece);
        await new Promise((after) => setTimeout(after, 5));
      }
    })();
  });
}

describe('requests as they arrive', () => {
  let cafes: Writable;
  beforeEach(async () => {
    cafes = await writable(test);
    await cafes.rows();
  });

  const requestOf = (row: object) => {
    const body = json(row);
    const head = [`POST ${cafes.base} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${cafes.key}`];
    const lines = [...head, 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
    return `${lines.join('\r\n')}\r\n\r\n${body}`;
  };

  const newNames = async () => (await cafes.rows()).slice(3).map(({ Name }) => Name);

  it('several in one packet, right ones and wrong ones, are answered in their order', async () => {
    const rows = [{ Name: 'First' }, { Wrong: 1 }, { Name: 'Łast' }];
    const heard = await conversation([rows.map(requestOf).join('')], 3);
    expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 422', 'HTTP/1.1 201']);
    expect(heard.indexOf('First')).toBeLessThan(heard.indexOf('Łast'));
    expect(await newNames()).toEqual(['First', 'Łast']);
  });

  it('one in many pieces is put together', async () => {
    const text = requestOf({ Name: 'Piecemeal' });
    const body = text.indexOf('{');
    const heard = await conversation([text.slice(0, 40), text.slice(40, body + 3), text.slice(body + 3)], 1);
    expect(heard).toMatch(/^HTTP\/1\.1 201 Created\r\n/);
    const wrong = requestOf({ Wrong: 'Piecemeal' });
    expect(await conversation([wrong.slice(0, -5), wrong.slice(-5)], 1)).toMatch(/^HTTP\/1\.1 422 /);
    expect(await newNames()).toEqual(['Piecemeal']);
  });

  it('one that breaks off writes nothing and keeps nobody waiting', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(requestOf({ Name: 'Never' }).slice(0, -3));
    await new Promise((after) => setTimeout(after, 20));
    socket.destroy();
    expect((await overSocket(cafes, { body: json({ Name: 'After' }), key: cafes.key })).status).toBe(201);
    expect(await newNames()).toEqual(['After']);
  });

  it('each is counted once, whichever way it takes', async () => {
    for (const row of [{ Name: '1' }, { Wrong: 1 }, { Name: '2' }]) {
      await overSocket(cafes, { body: json(row), key: cafes.key });
    }
    const weeks = await usageOf(test).weeks([cafes.project.id], Date.now());
    const reads = 1;
    expect(weeks.get(cafes.project.id)?.at(-1)).toBe(3 + reads);
  });
});

it('takes one call for each, and none where there is none left', async () => {
  stopClock();
  const tiered = await buildTestApp({ plans: 'tiered' });
  await tiered.app.listen({ port: 0, host: '127.0.0.1' });
  const { port: ownPort } = tiered.app.server.address() as AddressInfo;
  const cafes = await writable(tiered);
  await cafes.rows();
  const send = (row: object) =>
    fetch(`http://127.0.0.1:${ownPort}${cafes.base}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${cafes.key}` },
      body: json(row),
    });
  const left = async (row: object) => Number(/r=(\d+)/.exec((await send(row)).headers.get('ratelimit') ?? '')?.[1]);
  const [first, , third] = [await left({ Name: '1' }), await left({ Wrong: 1 }), await left({ Name: '2' })];
  expect(third).toBe(first - 2);
  const answers = await Promise.all(Array.from({ length: 70 }, (_, n) => send({ Name: `More ${n}` })));
  const statuses = answers.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([201, 429]));
  expect(statuses.filter((status) => status === 201)).toHaveLength(third);
  await tiered.close();
});
