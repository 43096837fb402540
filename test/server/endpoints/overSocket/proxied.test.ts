import { plans } from '../../../../src/contract/plans';
import type { Settings } from '../../../../src/server/settings';
import { buildTestApp } from '../../../fixtures/apps';
import { ORIGIN } from '../../../fixtures/people';
import { expectSameBothWays, HOST, listening } from './wire';
import { publishPeople } from './peopleProject';

const perMinute = plans.free.requestsPerMinute;

const forwards: readonly Record<string, string>[] = [
  {},
  { 'x-forwarded-for': '198.51.100.7' },
  { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' },
  { 'x-forwarded-for': '198.51.100.7,198.51.100.8', 'x-forwarded-proto': 'https' },
  { 'x-forwarded-for': '2001:db8::1', 'x-forwarded-host': 'people.example', 'x-forwarded-proto': 'https, http' },
  { 'x-forwarded-for': 'unknown, 198.51.100.7' },
  { 'x-forwarded-for': '' },
];

describe.each<Partial<Settings>>([
  { trustProxy: false },
  { trustProxy: 1 },
  { trustProxy: 2, publicUrl: ORIGIN },
  { trustProxy: ['127.0.0.1', '198.51.100.0/24'] },
])('with %j', (settings) => {
  test('links have the same origin, and limits count the same address, over a connection and in process', async () => {
    const server = await buildTestApp({ ...settings, plans: 'tiered' });
    jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const owner = await server.signUp();
    const wire = await listening(server);
    const leftAfter = async (url: string, headers: Record<string, string>, isOverSocket: boolean) => {
      const asked = { host: HOST, ...headers };
      const answer = isOverSocket
        ? await wire.headersOverSocket({ url, headers: asked })
        : (await server.app.inject({ url, headers: asked })).headers;
      return Number(/r=(\d+)/.exec(String(answer.ratelimit))?.[1]);
    };
    for (const headers of forwards) {
      const { id } = await publishPeople(server, owner, 'public');
      const url = `/v1/${id}/People?_limit=2`;
      await expectSameBothWays(wire, { url, headers });
      const asked = perMinute - 12;
      const left = [];
      for (const isOverSocket of [true, false, true, false]) left.push(await leftAfter(url, headers, isOverSocket));
      expect(left).toEqual([1, 2, 3, 4].map((more) => asked - more));
    }
    wire.hangUp();
    await server.close();
  });
});
