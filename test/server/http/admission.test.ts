import { once } from 'node:events';
import { Agent, get, type IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { Admission } from '../../../src/server/http/admission';
import { addDoorway, Doorway } from '../../../src/server/http/doorway';

describe('requests under way', () => {
  let app: FastifyInstance;
  let origin: string;
  const agent = new Agent({ keepAlive: true });
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  beforeAll(async () => {
    const doorway = new Doorway();
    app = Fastify({ serverFactory: doorway.serverFactory });
    addDoorway(app, doorway);
    doorway.open((request, response) => {
      if (request.url !== '/v1/greedy/at-once') return false;
      response.end('at once');
      return true;
    });
    app.get('/v1/:project/slow', () => released.then(() => 'slow'));
    app.get('/readyz', async () => 'ready');
    await app.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    agent.destroy();
    await app.close();
  });

  /** Asks, and answers what is known when the head of the answer is there. */
  const ask = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(origin + path, { agent }, (answer) => resolve(answer.resume())).once('error', reject);
    });
  const underWay = () => app.doorway.admission.load().underWay;

  async function untilUnderWay(count: number) {
    while (underWay() !== count) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  it('are so many and no more; who has the most is refused first, and what costs nothing never', async () => {
    const waiting = Array.from({ length: 500 }, () => ask('/v1/greedy/slow'));
    await untilUnderWay(500);
    const refused = await ask('/v1/greedy/slow');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2']);
    expect(refused.headers['content-type']).toBe('application/problem+json');
    waiting.push(...Array.from({ length: 250 }, () => ask('/v1/modest/slow')));
    await untilUnderWay(750);
    expect((await ask('/v1/modest/slow')).statusCode).toBe(503);
    expect((await ask('/v1/greedy/at-once')).statusCode).toBe(200);
    expect((await ask('/readyz')).statusCode).toBe(200);
    waiting.push(ask('/v1/third/slow'));
    await untilUnderWay(751);
    release();
    expect((await Promise.all(waiting)).map(({ statusCode }) => statusCode)).toEqual(waiting.map(() => 200));
    await untilUnderWay(0);
    expect((await ask('/v1/greedy/slow')).statusCode).toBe(200);
  });
});

describe('an event loop that is late', () => {
  /** Until the event loop has come round. */
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  /** A clock, a processor and chance under the test's hand. */
  function hall() {
    const hand = { now: 0, used: 0, drawn: 0 };
    const options = {
      now: () => hand.now,
      used: () => hand.used,
      chance: () => (hand.drawn = (hand.drawn + 0.37) % 1),
    };
    const admission = new Admission(options);
    /** Time goes on, of which the process works a part. */
    const look = (milliseconds: number, part: number) => {
      hand.now += milliseconds;
      hand.used += milliseconds * part;
      admission.look();
    };
    const asks = (url: string, times: number) => {
      let admitted = 0;
      for (let n = 0; n < times; n += 1) {
        const request = { url, method: 'GET', headers: {}, socket: {} } as IncomingMessage;
        const response = new ServerResponse(request);
        if (!admission.admits(request, response)) continue;
        admitted += 1;
        response.emit('close');
      }
      return admitted;
    };
    /** As a door asks that would have to work answers out. */
    const asksAtOnce = (project: string, times: number) => {
      let admitted = 0;
      for (let n = 0; n < times; n += 1) if (admission.admitsAtOnce(project)) admitted += 1;
      return admitted;
    };
    const work = (milliseconds: number) => {
      hand.now += milliseconds;
      hand.used += milliseconds;
    };
    return { look, asks, asksAtOnce, work };
  }

  it.each(['before Fastify', 'by a door'])(
    'lets less in %s, most of it of who asks for little, and everything again when it is in time',
    async (where) => {
      const { look, asks, asksAtOnce } = hall();
      const ask = (project: string, times: number) =>
        where === 'by a door' ? asksAtOnce(project, times) : asks(`/v1/${project}/rows`, times);
      for (let n = 0; n < 30; n += 1) {
        ask('greedy', 100);
        look(200, 1);
      }
      ask('modest', 1);
      await turn();
      expect(ask('greedy', 1_000)).toBeLessThan(200);
      expect(ask('modest', 20)).toBeGreaterThan(10);
      for (let n = 0; n < 40; n += 1) look(50, 0.5);
      expect(ask('greedy', 1_000)).toBe(1_000);
    },
  );

  it('does not get later and later within a turn in which too much has come', async () => {
    const { look, asksAtOnce, work } = hall();
    let admitted = 0;
    for (let n = 0; n < 1_000; n += 1) {
      if (asksAtOnce('greedy', 1) === 1) work(1);
      admitted += asksAtOnce('greedy', 1);
    }
    expect(admitted).toBeLessThan(130);
    expect(asksAtOnce('modest', 4)).toBe(4);
    await turn();
    expect(asksAtOnce('greedy', 100)).toBe(2);
    await turn();
    for (let n = 0; n < 40; n += 1) look(50, 0.5);
    expect(asksAtOnce('greedy', 1_000)).toBe(1_000);
  });

  it('lets all in after one long piece of work, and where others keep the machine busy, unless all would wait for seconds', () => {
    const { look, asks } = hall();
    look(2_000, 1);
    expect(asks('/v1/any/rows', 100)).toBe(100);
    for (let n = 0; n < 30; n += 1) {
      look(500, 0.2);
      expect(asks('/v1/any/rows', 100)).toBe(100);
    }
    for (let n = 0; n < 30; n += 1) {
      look(2_000, 0.1);
      asks('/v1/any/rows', 100);
    }
    expect(asks('/v1/any/rows', 1_000)).toBeLessThan(200);
  });

  it('lets those few in who did not make it late, and never keeps back a file of the app', () => {
    const { look, asks } = hall();
    for (let n = 0; n < 30; n += 1) {
      expect(asks('/v1/any/rows', 5)).toBe(5);
      look(200, 1);
    }
    for (let n = 0; n < 30; n += 1) {
      asks('/v1/any/rows', 100);
      look(200, 1);
    }
    expect(asks('/assets/main.js', 100)).toBe(100);
  });
});

it('knows nothing of a connection that ended while nobody had answered', async () => {
  const admission = new Admission();
  const request = { url: '/v1/a/b', method: 'GET', headers: {}, socket: {} } as IncomingMessage;
  const response = new ServerResponse(request);
  const closed = once(response, 'close');
  expect(admission.admits(request, response)).toBe(true);
  expect(admission.load().underWay).toBe(1);
  response.emit('close');
  await closed;
  expect(admission.load().underWay).toBe(0);
});
