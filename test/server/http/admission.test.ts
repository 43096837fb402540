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
  const pass = (milliseconds: number, part = 1) => {
    hand.now += milliseconds;
    hand.used += milliseconds * part;
  };
  /** Time goes on until it is looked again. */
  const look = async (milliseconds: number, part: number) => {
    await turn();
    pass(milliseconds, part);
    admission.look();
  };
  /** Somebody asks, and takes so long to answer. */
  const ask = (url: string, cost = 0, part = 1) => {
    const request = { url, method: 'GET', headers: {}, socket: {} } as IncomingMessage;
    const response = new ServerResponse(request);
    const asked = { response, at: undefined as number | undefined };
    admission.admit(request, response, () => {
      pass(cost, part);
      asked.at = hand.now;
      response.emit('close');
    });
    return asked;
  };
  const asksTogether = (url: string, times: number, cost = 0, part = 1) =>
    Array.from({ length: times }, () => ask(url, cost, part));
  /** How many of those who ask are answered before anything else is done. */
  const asks = (url: string, times: number) => answered(asksTogether(url, times)).length;
  /** As a door asks that would have to work answers out. */
  const asksAtOnce = (project: string, times: number) => {
    let admitted = 0;
    for (let n = 0; n < times; n += 1) if (admission.entryOf(project) === 'now') admitted += 1;
    return admitted;
  };
  /** Until nobody waits. */
  const untilAllWent = async () => {
    for (let n = 0; n < 1_000 && admission.load().underWay > 0; n += 1) await turn();
  };
  return { admission, hand, look, ask, asksTogether, asks, asksAtOnce, pass, untilAllWent };
}

const answered = <T extends { at: number | undefined; response: ServerResponse }>(all: readonly T[]) =>
  all.filter(({ at }) => at !== undefined);
const refused = <T extends { response: ServerResponse }>(all: readonly T[]) =>
  all.filter(({ response }) => response.statusCode === 503);

describe('an event loop that is late', () => {
  it.each(['before Fastify', 'by a door'])(
    'lets less in %s, most of it of who asks for little, and everything again when it is in time',
    async (where) => {
      const { look, asks, asksAtOnce } = hall();
      const ask = (project: string, times: number) =>
        where === 'by a door' ? asksAtOnce(project, times) : asks(`/v1/${project}/rows`, times);
      for (let n = 0; n < 30; n += 1) {
        ask('greedy', 100);
        await look(200, 1);
      }
      ask('modest', 1);
      await turn();
      expect(ask('greedy', 1_000)).toBeLessThan(200);
      expect(ask('modest', 20)).toBeGreaterThan(10);
      for (let n = 0; n < 40; n += 1) await look(50, 0.5);
      expect(ask('greedy', 1_000)).toBe(1_000);
    },
  );

  it('lets few in within a turn from which on it is known to be late', async () => {
    const { look, asksAtOnce, pass } = hall();
    for (let n = 0; n < 3; n += 1) {
      asksAtOnce('greedy', 100);
      await look(200, 1);
    }
    await turn();
    let admitted = 0;
    for (let n = 0; n < 1_000; n += 1) {
      if (asksAtOnce('greedy', 1) === 0) continue;
      pass(1);
      admitted += 1;
    }
    expect(admitted).toBeLessThan(8);
    expect(asksAtOnce('modest', 4)).toBeGreaterThanOrEqual(3);
    for (let n = 0; n < 60; n += 1) await look(50, 0.5);
    expect(asksAtOnce('greedy', 1_000)).toBe(1_000);
  });

  it('lets all in after one long piece of work, and where others keep the machine busy, unless all would wait for seconds', async () => {
    const { look, asks } = hall();
    await look(2_000, 1);
    expect(asks('/v1/any/rows', 100)).toBe(100);
    for (let n = 0; n < 30; n += 1) {
      await look(500, 0.2);
      expect(asks('/v1/any/rows', 100)).toBe(100);
    }
    for (let n = 0; n < 30; n += 1) {
      await look(2_000, 0.1);
      asks('/v1/any/rows', 100);
    }
    expect(asks('/v1/any/rows', 1_000)).toBeLessThan(200);
  });

  it('lets those few in who did not make it late, and never keeps back a file of the app', async () => {
    const { look, asks } = hall();
    for (let n = 0; n < 30; n += 1) {
      expect(asks('/v1/any/rows', 5)).toBe(5);
      await look(200, 1);
    }
    for (let n = 0; n < 30; n += 1) {
      asks('/v1/any/rows', 100);
      await look(200, 1);
    }
    expect(asks('/assets/main.js', 100)).toBe(100);
  });
});

describe('requests that come together', () => {
  it('wait for each other where each takes long, and nobody is refused of so many as keep the server busy', async () => {
    const { hand, ask, asksTogether, untilAllWent } = hall();
    const together = asksTogether('/v1/greedy/rows', 32, 5);
    expect(answered(together).length).toBeLessThan(5);
    expect(hand.now).toBeLessThan(25);
    expect(ask('/v1/modest/rows', 5).at).toBe(hand.now);
    await turn();
    await turn();
    // Whoever comes meanwhile has waited for no more than a few of them.
    expect(hand.now).toBeLessThan(45);
    await untilAllWent();
    expect(answered(together)).toHaveLength(32);
    expect(together.map(({ at }) => at)).toEqual(together.map(({ at }) => at).toSorted((one, other) => one! - other!));
  });

  it('are answered at once where each takes little, until they take long', async () => {
    const { look, asksTogether, untilAllWent } = hall();
    for (let n = 0; n < 3; n += 1) {
      expect(answered(asksTogether('/v1/any/rows', 300, 0.2))).toHaveLength(300);
      await look(0.1, 1);
    }
    expect(answered(asksTogether('/v1/any/rows', 32, 5)).length).toBeLessThan(8);
    await untilAllWent();
  });

  it('are refused at once where they would wait for too long, and from then on sooner, until nobody was for a while', async () => {
    const { hand, look, ask, asksTogether, untilAllWent } = hall();
    const flood = asksTogether('/v1/greedy/rows', 300, 5);
    expect(refused(flood).length).toBeGreaterThan(260);
    expect(hand.now).toBeLessThan(25);
    expect(ask('/v1/modest/rows').at).toBe(hand.now);
    await untilAllWent();
    expect(answered(flood).length + refused(flood).length).toBe(300);
    const again = async (looks: number) => {
      for (let n = 0; n < looks; n += 1) await look(50, 0.5);
      const burst = asksTogether('/v1/greedy/rows', 32, 5);
      await untilAllWent();
      return refused(burst).length;
    };
    expect(await again(14)).toBeGreaterThan(10);
    expect(await again(80)).toBe(0);
  });

  it('wait longer where others keep the machine busy, but not for ever', async () => {
    const { hand, ask, asksTogether, untilAllWent } = hall();
    const slow = asksTogether('/v1/any/rows', 90, 20, 0.05);
    expect(refused(slow)).toHaveLength(0);
    for (let n = 0; n < 60; n += 1) await turn();
    expect(hand.now).toBeGreaterThan(1_000);
    expect(refused([ask('/v1/any/rows')])).toHaveLength(1);
    await untilAllWent();
    expect(answered(slow)).toHaveLength(90);
  });

  it('are forgotten when their client goes away while they wait', async () => {
    const { admission, asksTogether, untilAllWent } = hall();
    const together = asksTogether('/v1/any/rows', 20, 5);
    const gone = together.at(-2)!;
    gone.response.emit('close');
    await untilAllWent();
    expect(answered(together)).toHaveLength(19);
    expect(gone.at).toBeUndefined();
    expect(admission.load().underWay).toBe(0);
  });
});

it('knows nothing of a connection that ended while nobody had answered', async () => {
  const admission = new Admission();
  const request = { url: '/v1/a/b', method: 'GET', headers: {}, socket: {} } as IncomingMessage;
  const response = new ServerResponse(request);
  const closed = once(response, 'close');
  const handle = jest.fn();
  admission.admit(request, response, handle);
  expect(handle).toHaveBeenCalledTimes(1);
  expect(admission.load().underWay).toBe(1);
  response.emit('close');
  await closed;
  expect(admission.load().underWay).toBe(0);
});
