import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { apiPaths } from '../../../src/contract/paths';
import { LongQueries } from '../../../src/server/endpoints/longQueries';
import type { RunQuery, Steps } from '../../../src/server/yieldToEventLoop';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { sized } from '../../fixtures/runs';
import { publishProject } from './published';
import { writable } from './write/writing';

/** Rows of the longest tab. */
const MANY = sized(60_000, 200_000);

/** Characters of the longest cells. */
const LONG = 49_990;

/**
 * Maximum processor time of a query in one turn of the event loop, in milliseconds. The goal is 50; a busy machine gets twice
 * that.
 */
const MAX_BLOCKED_MS = 100;

/**
 * Maximum part of a query's processor time in one turn. A query without pauses is nearly all in one turn, however short it is on a
 * fast machine.
 */
const MAX_PART = 0.5;

/** Factor of the clock while a query runs: its slices become shorter, so that short queries pause often too. */
const CLOCK_FACTOR = 8;

/** Turns with less processor time, in milliseconds, are idle. */
const IDLE_MS = 0.2;

/** Milliseconds of clock time in which another request is answered even on a busy machine. */
const MAX_RESPONSE_MS = 3_000;

const name = (n: number) => `Älteste Ñame ${(n * 7_919) % MANY} çà et là`;
const number = (n: number) => (n * 31) % 99_991;

/** Lines with distinct texts with accents, numbers, and few distinct values. */
const linesOf = (rows: number, between: string) => [
  ['Name', 'Number', 'Few'].join(between),
  ...Array.from({ length: rows }, (_, n) => [name(n), number(n), `kind ${n % 7}`].join(between)),
];

/** Texts of many characters, in JSON of even more. */
const longText = (n: number) =>
  n % 3 === 0 ? `${'\u0001'.repeat(LONG)}${n}` : `${n % 2 === 0 ? 'a'.repeat(LONG) : 'aé'.repeat(LONG / 2)}${n}`;

const long = {
  title: 'Long',
  slug: 'long',
  lines: ['Text;n', ...Array.from({ length: 160 }, (_, n) => `${longText(n)};${n}`)],
};

const wordy = {
  title: 'Wordy',
  slug: 'wordy',
  lines: ['Text;n', ...Array.from({ length: 10_000 }, (_, n) => `${'wörd '.repeat(300)}${n};${n}`)],
};

const small = { title: 'Small', slug: 'small', lines: linesOf(5_000, ';') };

let origin: string;
let project: { readonly id: string };

const server = beforeTests(() => buildTestApp());
const file = beforeTests(() => writable(server, { name: 'Many.csv', bytes: linesOf(MANY, ',').join('\n') }));
beforeAll(async () => {
  project = await publishProject(server.db, file.owner.person.id, [long, wordy, small]);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  for (const path of [file.base, `/v1/${project.id}/long`, `/v1/${project.id}/wordy`, `/v1/${project.id}/small`]) {
    expect(await call({ path: `${path}?_limit=1` })).toMatchObject({ status: 200 });
  }
});

interface Call {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Body of an error; other bodies are discarded. */
  readonly problem: { readonly code: string; readonly detail: string } | undefined;
}

/** Calls the server over the network, with a key that can do everything in the project of the file. */
async function call({ method = 'GET', path, body, headers = {} }: Call): Promise<Answer> {
  const authorization: Record<string, string> = path.startsWith(file.base)
    ? { authorization: `Bearer ${file.key}` }
    : {};
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const sent = httpRequest(origin + path, { method, headers: { ...authorization, ...type, ...headers } });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const status = response.statusCode ?? 0;
  const chunks: Buffer[] = [];
  for await (const piece of response) if (status >= 400) chunks.push(piece as Buffer);
  const problem = status >= 400 ? (JSON.parse(Buffer.concat(chunks).toString()) as Answer['problem']) : undefined;
  return { status, headers: response.headers, problem };
}

/** The real clock. */
const clock = performance.now.bind(performance);

/** Returns the processor time of this thread in milliseconds (proc(5), schedstat), without other threads and processes. */
const processorTime = () => Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;

/** A turn of the event loop, with its processor time in milliseconds. */
interface Turn {
  readonly from: number;
  readonly to: number;
  readonly worked: number;
}

/** Returns the time of garbage collection in a turn, which stems from all tests in this process. */
const garbageTimeIn = ({ from, to }: Turn, collections: readonly PerformanceEntry[]) =>
  collections
    .filter(({ startTime }) => startTime >= from && startTime < to)
    .reduce((sum, { duration }) => sum + duration, 0);

/**
 * Watches turns of the event loop. @returns ends the watch, and resolves with the processor time in milliseconds of the longest
 * turn and of all, without garbage collection
 */
function watchTurns(): () => Promise<{ readonly longest: number; readonly all: number }> {
  const [turns, collections]: [Turn[], PerformanceEntry[]] = [[], []];
  const observer = new PerformanceObserver((list) => void collections.push(...list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  let isOver = false;
  let from = clock();
  let before = processorTime();
  const look = () => {
    const to = clock();
    const now = processorTime();
    if (now - before > IDLE_MS) turns.push({ from, to, worked: now - before });
    [from, before] = [to, now];
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  return async () => {
    isOver = true;
    await nextTurn();
    collections.push(...observer.takeRecords());
    observer.disconnect();
    const worked = turns.map((turn) => Math.max(0, turn.worked - garbageTimeIn(turn, collections)));
    return { longest: Math.max(0, ...worked), all: worked.reduce((sum, ms) => sum + ms, 0) };
  };
}

/** Requests one row again and again. @returns ends the requests, and returns how many were answered */
function requestOneRow(): () => number {
  let answered = 0;
  let isOver = false;
  const ask = async () => {
    for (let n = 0; !isOver; n += 1) {
      const { status } = await call({ path: `/v1/${project.id}/small?_limit=1&_offset=${n}` });
      if (status === 200) answered += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  void ask();
  return () => {
    isOver = true;
    return answered;
  };
}

/** Speeds up the clock by a factor. The limit of a query's work stays: it counts the processor time if that is less. */
function speedUpClock(times: number) {
  const spy = jest.spyOn(performance, 'now').mockImplementation(() => clock() * times);
  return () => spy.mockRestore();
}

/**
 * Sends calls one after the other, and expects that requests for a row are answered meanwhile. Files also pause as they are read:
 * their calls fail if much of a file is written at once.
 */
async function expectOthersAnswered(calls: Readonly<Record<string, () => Call>>, codes: readonly number[]) {
  for (const [what, makeCall] of Object.entries(calls)) {
    const began = clock();
    const normal = speedUpClock(CLOCK_FACTOR);
    const turns = watchTurns();
    const others = requestOneRow();
    const { status, problem } = await call(makeCall()).finally(normal);
    const answered = others();
    const took = clock() - began;
    const { longest, all } = await turns();
    expect({ what, problem, isAnswered: codes.includes(status) }).toEqual({
      what,
      problem: undefined,
      isAnswered: true,
    });
    const isShort = longest <= Math.min(MAX_BLOCKED_MS, all * MAX_PART);
    expect({ what, longest: isShort ? 'short' : `${longest} of ${all}` }).toEqual({ what, longest: 'short' });
    expect({ what, othersAnswered: answered > 0 || took < MAX_RESPONSE_MS }).toEqual({ what, othersAnswered: true });
  }
}

const query = (body: unknown): Call => ({ method: 'POST', path: `${file.base}/_query`, body });
const queryTab = (tab: string, body: unknown): Call => ({
  method: 'POST',
  path: `/v1/${project.id}/${tab}/_query`,
  body,
});

/** Patterns that match no name, but have to be compared to its end. */
const patterns = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({ Name: { ilike: `%a%e_${from + n}%` } }));

describe('other requests are answered while a query scans every row', () => {
  test('for its conditions', async () => {
    const names = Array.from({ length: 9_000 }, (_, n) => name(n * 3));
    await expectOthersAnswered(
      {
        'one of 40 patterns': () => query({ where: { or: patterns(40, MANY) } }),
        'all of many, in each other': () =>
          query({
            where: {
              not: {
                and: [
                  { Name: { contains: 'ñame' } },
                  { or: [{ not: { Name: { like: '%1_3%' } } }, { Number: { gt: 9 } }] },
                ],
              },
            },
          }),
        'a long list': () =>
          query({ where: { or: [{ Name: { in: names } }, { Few: { nin: ['kind 1', 'kind 2'] } }] } }),
        'a search': () => query({ q: 'ETE name 77', sort: ['-Name'] }),
        'a range of texts': () =>
          query({ where: { Name: { gt: 'Älteste Ñame 5', lt: 'Älteste Ñame 9' }, Few: { gt: 'kind 2' } } }),
        'conditions that cost little': () =>
          query({
            where: { not: { or: Array.from({ length: 100 }, (_, n) => ({ Few: { eq: `kind ${n}0` } })) } },
          }),
      },
      [200],
    );
  }, 120_000);

  test('for its order, its groups and its format', async () => {
    await expectOthersAnswered(
      {
        'several orders': () => query({ sort: ['Few', '-Name'], offset: MANY * 0.75 }),
        'a deep page of an order': () =>
          query({ where: { Number: { gt: 5 } }, sort: ['-Number', 'Name'], offset: MANY * 0.45 }),
        'different values': () => query({ distinct: 'Name', limit: 10_000 }),
        'values by their count': () => query({ distinct: 'Number', sort: ['-count'] }),
        groups: () => query({ group: ['Name', 'Few'], agg: ['count', 'sum:Number', 'min:Name', 'max:Name'] }),
        'one object a row': () => query({ shape: 'object', limit: 10_000, fields: ['Name', 'Few'] }),
        columns: () => query({ shape: 'columns', limit: 10_000 }),
        'a file': () => ({ path: `${file.base}.csv?Name__ilike=%25%C3%B1ame%25` }),
        'a workbook': () => ({ path: `${file.base}.xlsx?Name__contains=7` }),
        'rows of one’s own': () => ({
          path: `${apiPaths.projectTabRows(file.project.id, file.sheetId)}?_q=name%2077`,
          headers: file.owner.headers,
        }),
      },
      [200],
    );
  }, 120_000);

  test('for long cells', async () => {
    const most = 'ab'.repeat(499);
    await expectOthersAnswered(
      {
        'a pattern of runs': () => queryTab('long', { where: { Text: { ilike: '%a'.repeat(500) } } }),
        'a pattern that nearly holds': () => queryTab('long', { where: { Text: { like: `%${'a_'.repeat(249)}b%` } } }),
        several: () =>
          queryTab('long', {
            where: { or: Array.from({ length: 15 }, (_, n) => ({ Text: { ilike: `%${'_a'.repeat(200)}${n}x%` } })) },
          }),
        'a part that nearly holds': () =>
          queryTab('long', { where: { Text: { contains: `${'a'.repeat(498)}b${'a'.repeat(498)}` } } }),
        'a search': () => queryTab('long', { q: most }),
        'an order': () => queryTab('long', { sort: ['-Text'], fields: ['n'] }),
        'different values': () => queryTab('long', { distinct: 'Text' }),
        groups: () => queryTab('long', { group: ['Text'], agg: ['max:Text'] }),
        columns: () => queryTab('long', { shape: 'columns' }),
        'a file of different values': () => ({ path: `/v1/${project.id}/long.ndjson?_distinct=Text` }),
        'cells of the first rows': () => queryTab('long', { fields: ['Text'] }),
        'some of their cells': () => queryTab('wordy', { limit: 10_000, fields: ['Text'] }),
        'them compressed': () => ({ ...queryTab('wordy', { limit: 10_000 }), headers: { 'accept-encoding': 'gzip' } }),
        'a file of them': () => ({ path: `/v1/${project.id}/wordy.ndjson?_fields=Text` }),
      },
      [200],
    );
  }, 120_000);

  test('for rows to change', async () => {
    const where = (n: number) => `Name__ilike=%25%C3%B1ame%20${n}_${n}%25&Few__contains=kind`;
    await expectOthersAnswered(
      {
        'a change by a filter': () => ({
          method: 'PATCH',
          path: `${file.base}?${where(55)}&_max_affected=1000`,
          body: { Few: 'kind 9' },
        }),
        'a removal by a filter': () => ({ method: 'DELETE', path: `${file.base}?${where(33)}&_max_affected=1000` }),
      },
      [200, 204],
    );
  }, 120_000);
});

test.each([
  ['PATCH', 2 * MANY],
  ['PUT', 3 * MANY],
  ['DELETE', 4 * MANY],
])(
  'others write while %s looks for its rows',
  async (method, from) => {
    const others = await writable(server);
    const where = JSON.stringify({ or: patterns(30, from) });
    const path = `${file.base}?_where=${encodeURIComponent(where)}&_max_affected=100`;
    let isOver = false;
    const heavy = call({ method, path, ...(method !== 'DELETE' && { body: { Few: 'kind 9' } }) }).finally(
      () => (isOver = true),
    );
    let written = 0;
    for (; !isOver; written += 1) {
      const { status } = await others.call('POST', '', { body: { Name: `New ${written}` } });
      expect(status).toBe(201);
    }
    expect(await heavy).toMatchObject({ status: 200 });
    expect(written).toBeGreaterThan(5);
  },
  120_000,
);

test('a write with a filter finds its rows even if the sheet is written to all the time', async () => {
  const sheet = await writable(server, { name: 'Busy.csv', bytes: linesOf(20_000, ',').join('\n') });
  await sheet.call('GET', '?_limit=1');
  let isOver = false;
  const writing = (async () => {
    for (let n = 0; !isOver; n += 1) await sheet.call('POST', '', { body: { Few: `busy ${n}` } });
  })();
  const changed = await sheet.call('PATCH', `?Few__contains=kind 3&Number__lt=300&_max_affected=10000`, {
    body: { Few: 'changed' },
  });
  isOver = true;
  await writing;
  expect(changed.status).toBe(200);
  expect(changed.body.meta.updated).toBeGreaterThan(0);
}, 120_000);

/** Speeds up the clock and the measured processor time by a factor. */
function speedUpTime(times: number) {
  const used = process.cpuUsage.bind(process);
  const normal = speedUpClock(times);
  const spy = jest.spyOn(process, 'cpuUsage').mockImplementation(() => {
    const { user, system } = used();
    return { user: user * times, system: system * times };
  });
  return () => {
    normal();
    spy.mockRestore();
  };
}

test('a query that takes too long is stopped with an error that clients do not retry', async () => {
  const calm = speedUpTime(20);
  const { status, headers, problem } = await call(query({ where: { or: patterns(1_000, MANY) } })).finally(calm);
  expect([status, problem?.code]).toEqual([422, 'query_too_slow']);
  expect(problem?.detail).toContain('8 seconds');
  expect(headers).not.toHaveProperty('retry-after');
}, 120_000);

test.each(['like', 'ilike', 'contains'])(
  'a text that is too long to search for in every cell is refused: %s',
  async (op) => {
    const request = (length: number) => call(queryTab('small', { where: { Name: { [op]: '%'.repeat(length) } } }));
    expect(await request(1_000)).toMatchObject({ status: 200 });
    expect(await request(1_001)).toMatchObject({ status: 400, problem: { code: 'invalid_value' } });
  },
);

test('two long queries of a project run, some wait, and the rest are refused with Retry-After', async () => {
  const slow = (from: number) => queryTab('small', { where: { or: patterns(80, from) } });
  const all = await Promise.all(Array.from({ length: 60 }, (_, n) => call(slow(n))));
  // On a busy machine the server refuses some by itself, before it looks at them.
  const refused = all.filter(({ status, problem }) => status === 503 && problem?.detail.includes('long queries'));
  // Two run, and two wait however long the others take.
  expect(all.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2 + 2);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers, problem } of refused) {
    expect([headers['retry-after'], problem?.code]).toEqual(['5', 'busy']);
  }
  expect(await call(slow(99))).toMatchObject({ status: 200 });
}, 120_000);

/** Runs a long query that continues until it is ended. */
function endless(run: RunQuery) {
  let hasBegun = false;
  let isOver = false;
  const work = function* (): Steps<void> {
    hasBegun = true;
    while (!isOver) yield;
  };
  return { done: run(work()), hasBegun: () => hasBegun, end: () => (isOver = true) };
}

test('two long queries of a project run at the same time; a third waits for one of them', async () => {
  const run = new LongQueries().of('project');
  const first = endless(run);
  const second = endless(run);
  const third = endless(run);
  const begun = () => [first, second, third].map((query) => query.hasBegun());
  await nextTurn();
  expect(begun()).toEqual([true, true, false]);
  second.end();
  await second.done;
  await nextTurn();
  expect(begun()).toEqual([true, true, true]);
  for (const { end } of [first, third]) end();
  await Promise.all([first.done, third.done]);
});

test('at most 32 long queries wait, and fewer if more keep coming', async () => {
  const now = performance.now.bind(performance);
  let passed = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + passed);
  const run = new LongQueries().of('project');
  const atOnce = Array.from({ length: 2 + 32 }, () => endless(run));
  for (passed = 0; passed < 2_000; passed += 500) {
    await expect(endless(run).done).rejects.toMatchObject({ code: 'busy' });
  }
  atOnce[0]?.end();
  await atOnce[0]?.done;
  await expect(endless(run).done).rejects.toMatchObject({ code: 'busy' });
  for (const { end } of atOnce) end();
  await Promise.all(atOnce.map(({ done }) => done));
  clock.mockRestore();
  const calm = endless(run);
  calm.end();
  await calm.done;
});
