import { buildTestApp, type TestApp } from '../../../fixtures/apps';
import { writable } from '../write/writing';
import { listening } from './wire';

let server: TestApp;
let wire: Awaited<ReturnType<typeof listening>>;

beforeEach(async () => {
  server = await buildTestApp();
  wire = await listening(server);
});

afterEach(async () => {
  wire.hangUp();
  await server.close();
});

const read = async (url: string, key: string) => {
  const answer = await wire.overSocket({ url, headers: { authorization: `Bearer ${key}` } });
  return { ...answer, modified: Date.parse(String(answer.headers['last-modified'])) };
};

test('a write is in the very next response, over a connection and within the process', async () => {
  const { base, key, call } = await writable(server);
  for (let time = 0; time < 10; time += 1) {
    await call('POST', '', { body: { Name: `New ${time}` } });
    for (const url of [`${base}?_sort=-_row&_limit=1`, base, `${base}?_q=New`]) {
      const answer = await read(url, key);
      expect([answer.status, answer.body]).toEqual([200, expect.stringContaining(`"New ${time}"`)]);
      const past = await wire.within({ url, headers: { authorization: `Bearer ${key}` } });
      expect(answer).toMatchObject(past);
      await read(url, key);
    }
  }
});

test('Last-Modified changes with a write, even if the tab was not read before', async () => {
  const { base, key, call } = await writable(server);
  const started = Date.now();
  const first = await read(base, key);
  jest.spyOn(Date, 'now').mockReturnValue(started + 90_000);
  await call('POST', '', { body: { Name: 'Later' } });
  for (const url of [base, base, base, `${base}?Name=Later`]) {
    const { modified } = await read(url, key);
    expect(modified).toBe(Math.floor((started + 90_000) / 1000) * 1000);
    expect(modified).toBeGreaterThan(first.modified);
  }
});
