import { Agent as HttpAgent } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import axios from 'axios';
import { Pool } from 'undici';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { sized } from '../../fixtures/runs';
import { writable } from '../endpoints/write/writing';

/** Writes of all clients together, and the number of concurrent ones of each. */
const WRITES = sized(180, 10_000);
const CONCURRENT = 8;
const READERS = 6;

/** Milliseconds between two heavy reads of one reader. */
const PAUSE_MS = 100;

let origin: string;
const server = beforeTests(() => buildTestApp());
const cafes = beforeTests(() => writable(server));
beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
});

/** Sends a write over keep-alive connections. @returns the status */
type Client = (method: 'POST' | 'PATCH', path: string, body: string) => Promise<number>;

const headersOf = () => ({ 'content-type': 'application/json', authorization: `Bearer ${cafes.key}` });

function axiosClient() {
  const httpAgent = new HttpAgent({ keepAlive: true, maxSockets: CONCURRENT });
  const client: Client = async (method, path, data) => {
    const options = { method, url: origin + path, data, headers: headersOf(), httpAgent, validateStatus: () => true };
    return (await axios.request(options)).status;
  };
  return { client, end: async () => httpAgent.destroy() };
}

function undiciClient() {
  const pool = new Pool(origin, { connections: CONCURRENT, pipelining: 1 });
  const client: Client = async (method, path, body) => {
    const answer = await pool.request({ method, path, body, headers: headersOf() });
    await answer.body.dump();
    return answer.statusCode;
  };
  return { client, end: () => pool.close() };
}

test('every write over a keep-alive connection is answered beside heavy reads', async () => {
  const { _id: id } = (await cafes.rows())[0] as { _id: string };
  const makers = [axiosClient(), undiciClient()];
  const statuses = new Map<number, number>();
  let left = WRITES;
  let isOver = false;
  const write = async ({ client }: { client: Client }) => {
    while (left > 0) {
      left -= 1;
      const status =
        left % 3 === 0
          ? await client('PATCH', `${cafes.base}/${id}`, JSON.stringify({ Note: `Changed ${left}` }))
          : await client('POST', cafes.base, JSON.stringify({ Name: `New ${left}` }));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const read = async () => {
    for (let n = 0; !isOver; n += 1) {
      const query = `?Name__contains=${n}&_sort=-Name&_limit=200`;
      const answer = await fetch(`${origin}${cafes.base}${query}`, { headers: headersOf() });
      await answer.arrayBuffer();
      await after(PAUSE_MS);
    }
  };
  const reading = Promise.all(Array.from({ length: READERS }, read));
  await Promise.all(makers.flatMap((maker) => Array.from({ length: CONCURRENT }, () => write(maker))));
  isOver = true;
  await reading;
  await Promise.all(makers.map(({ end }) => end()));
  const patches = Math.ceil(WRITES / 3);
  expect(Object.fromEntries(statuses)).toEqual({ 200: patches, 201: WRITES - patches });
  const { total } = (await cafes.call('GET', '?_limit=1')).body.meta as { total: number };
  expect(total).toBe(3 + WRITES - patches);
}, 600_000);
