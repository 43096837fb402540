import type { Entry } from '../../../../src/server/http/admission';
import { usageOf } from '../../../../src/server/usage/usage';
import { buildTestApp, type TestApp } from '../../../fixtures/apps';
import { stopLooking } from '../../../fixtures/clocks';
import { heardAll } from '../../../fixtures/nodes';
import { listening, type Listening } from './calls';
import { publishPeople } from './doorProject';

let server: TestApp;
let wire: Listening;
let path: string;

beforeAll(async () => {
  server = await buildTestApp();
  wire = await listening(server);
  path = `/v1/${(await publishPeople(server, await server.signUp(), 'public')).id}/People`;
  await heardAll(server);
});

beforeEach(async () => {
  stopLooking();
  // From now on the door has the tab, and its values.
  await wire.within({ url: `${path}?_q=anybody` });
  await wire.within({ url: path });
});

afterAll(async () => {
  wire.hangUp();
  await server.close();
});

/** While the server has too much to do, as its admission sees it. */
async function whileBusy<T>(work: () => Promise<T>, entry: Entry = 'refused'): Promise<T> {
  const { admission } = server.app.doorway;
  const spy = jest.spyOn(admission, 'entryOf').mockReturnValue(entry);
  try {
    return await work();
  } finally {
    spy.mockRestore();
  }
}

test.each(['GET', 'HEAD'] as const)(
  '%s of rows that would have to be looked for is refused at once, and not counted',
  async (method) => {
    await usageOf(server).flush(Date.now());
    const counted = () => server.db.selectFrom('usage_counts').selectAll().execute();
    const before = await counted();
    const answer = await whileBusy(() => wire.overSocket({ method, url: `${path}?_limit=3` }));
    expect(answer.status).toBe(503);
    expect(answer.headers).toMatchObject({
      'retry-after': '2',
      'cache-control': 'no-store',
      'content-type': 'application/problem+json',
      'access-control-allow-origin': '*',
    });
    if (method === 'GET') {
      expect(JSON.parse(answer.body)).toMatchObject({
        status: 503,
        code: 'busy',
        requestId: expect.any(String) as string,
      });
    } else expect(answer.body).toBe('');
    await usageOf(server).flush(Date.now());
    expect(await counted()).toEqual(before);
    expect((await wire.overSocket({ method, url: `${path}?_limit=3` })).status).toBe(200);
  },
);

test('a row by its id, and what has been answered before, are never refused', async () => {
  const url = `${path}?_limit=4`;
  for (let time = 0; time < 3; time += 1) await wire.overSocket({ url });
  const [row, again] = await whileBusy(async () => [
    await wire.overSocket({ url: `${path}/r_2` }),
    await wire.overSocket({ url }),
  ]);
  expect([row?.status, again?.status]).toEqual([200, 200]);
});

test('rows that have to wait for their turn are answered as others are', async () => {
  const url = `${path}?_limit=2`;
  const later = await whileBusy(() => wire.overSocket({ url }), 'later');
  const now = await wire.overSocket({ url });
  expect([later.status, later.body]).toEqual([200, now.body]);
});
