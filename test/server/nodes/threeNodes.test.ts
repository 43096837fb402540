import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { freshDatabase, type FreshDatabase } from '../../fixtures/databases';
import { type List, lookAt, makeList, namesIn, rowOf } from '../../fixtures/killedWriters';
import { type NodeProxy, startNodeProxy } from '../../fixtures/nodeProxy';
import { eventually } from '../../fixtures/eventually';
import { requirePostgres } from '../../fixtures/nodes';
import { buildSpawnable, type BuiltServer, signUp, type SpawnedServer } from '../../fixtures/spawned';
import { noOutcomes, readOn, writeOn } from './load';

/** Seconds of random kills; `npm run test:nodes` sets more. */
const SECONDS = Number(process.env.NODES_SECONDS ?? 1);

/** Whether nothing else runs on this machine, so that times are meaningful. */
const IS_ALONE = process.env.NODES_SECONDS !== undefined;

jest.setTimeout(240_000 + 4_000 * SECONDS);

const NODES = 3;
const WRITERS = IS_ALONE ? 6 : 3;
const READERS = IS_ALONE ? 4 : 2;
const ROUNDS = IS_ALONE ? 20 : 2 * NODES;

/** Milliseconds between two calls of a client: the short run looks for errors, not for the limits of the machine. */
const PAUSE_MS = IS_ALONE ? 0 : 150;

let built: BuiltServer;
let database: FreshDatabase;
let proxy: NodeProxy;
const nodes: SpawnedServer[] = [];

beforeAll(async () => {
  requirePostgres();
  [built, database, proxy] = await Promise.all([buildSpawnable(), freshDatabase(), startNodeProxy()]);
  for (let n = 0; n < NODES; n += 1) nodes.push(await startNode());
  await proxy.ready(NODES);
});
afterAll(async () => {
  await proxy.close();
  await built.remove();
  await database.drop();
});

async function startNode(): Promise<SpawnedServer> {
  const node = await built.start({
    DATABASE_URL: database.databaseUrl ?? '',
    AUTH_SECRET: 'a secret that is only used by tests',
    DATA_DIR: join(built.dataDir, randomUUID()),
    // However slow the machine is, the proxy sees in this time that the node is draining.
    DRAIN_SECONDS: '3',
  });
  if (node.url === '') throw new Error(node.output());
  proxy.add(node.url);
  return node;
}

/** Ends a node and starts another one in its place. */
async function replace(place: number, signal: NodeJS.Signals) {
  const node = nodes[place] as SpawnedServer;
  const ended = node.end(signal);
  if (signal === 'SIGKILL') proxy.remove(node.url);
  const [{ code }, next] = await Promise.all([ended, startNode()]);
  proxy.remove(node.url);
  nodes[place] = next;
  return code;
}

/** Starts clients that read and write through the proxy until they are ended. */
function clients(list: List) {
  const stop = new AbortController();
  const met = noOutcomes();
  const name = randomUUID().slice(0, 8);
  const how = { until: stop.signal, pause: PAUSE_MS };
  const running = [
    ...Array.from({ length: WRITERS }, (_, n) => writeOn(proxy.url, list, `${name}-${n}`, met, how)),
    ...Array.from({ length: READERS }, () => readOn(proxy.url, list, met, how)),
  ];
  const end = async () => {
    stop.abort();
    await Promise.all(running);
    return met;
  };
  return { met, end };
}

let list: List;

test('a write on one node is read on all; within a tenth of a second if nothing else runs', async () => {
  const [one] = nodes as [SpawnedServer];
  list = await makeList(one, await signUp(one));
  for (const node of nodes) expect([...(await namesIn(node, list)).keys()]).toEqual(['first']);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [writing, ...reading] = nodes.map((node, n) => nodes[(n + round) % NODES] ?? node);
    const headers = { ...list.headers, 'content-type': 'application/json' };
    const Name = `round ${round}`;
    const body = JSON.stringify(rowOf(Name));
    const began = performance.now();
    const answer = await fetch(`${writing?.url}${list.path}`, { method: 'POST', headers, body });
    expect([answer.status, await answer.text()]).toEqual([201, expect.stringContaining(Name)]);
    for (const node of reading)
      await eventually(
        () => namesIn(node, list),
        (names) => names.has(Name),
      );
    times.push(performance.now() - began);
    list.acknowledged.set(Name, 1);
  }
  const quarter = times.toSorted((one, other) => one - other)[Math.floor(times.length / 4)] ?? Infinity;
  process.stdout.write(`read on all nodes within ${Math.round(quarter)} ms\n`);
  if (IS_ALONE) expect(quarter).toBeLessThan(100);
});

/** Response of a slow node, which is unrelated to the end of another one. */
const BUSY_DETAIL = 'more to do than it can';

test('a rolling restart fails no request', async () => {
  const { met, end } = clients(list);
  await after(300);
  for (let place = 0; place < NODES; place += 1) {
    expect(await replace(place, 'SIGTERM')).toBe(0);
    await proxy.ready(NODES);
  }
  await end();
  expect(met.failures).toEqual([]);
  expect(met.retries.filter((why) => !why.includes(BUSY_DETAIL))).toEqual([]);
  expect(met.reads).toBeGreaterThan(20);
  expect(met.writes).toBeGreaterThan(20);
});

test(`random kills for ${SECONDS} s lose no acknowledged row, and readers only have to retry`, async () => {
  const { met, end } = clients(list);
  let kills = 0;
  for (const until = performance.now() + SECONDS * 1_000; kills < NODES || performance.now() < until; kills += 1) {
    await after(Math.random() * 400);
    await replace(Math.floor(Math.random() * NODES), 'SIGKILL');
  }
  await end();
  expect(met.failures).toEqual([]);
  for (const node of nodes) {
    await eventually(
      () => namesIn(node, list),
      (names) => names.size > list.acknowledged.size,
    );
    await lookAt(node, list);
  }
  process.stdout.write(
    `${kills} kills, ${met.writes} rows written, ${met.reads} answers read, ${met.retries.length} tries again\n`,
  );
});
