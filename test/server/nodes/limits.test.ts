import { setTimeout as after } from 'node:timers/promises';
import { authPaths } from '../../../src/contract/paths';
import { plans } from '../../../src/contract/plans';
import type { TestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { stopClock } from '../../fixtures/clocks';
import { eventually } from '../../fixtures/eventually';
import { buildNodes } from '../../fixtures/nodes';
import { newAddress, ORIGIN } from '../../fixtures/people';
import { writable } from '../endpoints/write/writing';

const both = beforeTests(() => buildNodes(2, { plans: 'tiered' }));

it('limits the calls of a key on all servers together', async () => {
  stopClock();
  const [one, other] = both.nodes as [TestApp, TestApp];
  const cafes = await writable(one);
  const get = (server: TestApp) =>
    server.app.inject({ url: cafes.base, headers: { authorization: `Bearer ${cafes.key}` } });
  await eventually(
    () => get(other),
    ({ statusCode }) => statusCode === 200,
  );
  const most = plans.free.requestsPerMinute;
  for (let n = 0; n < most; n += 1) await get(one);
  expect((await get(one)).statusCode).toBe(429);
  let asked = 0;
  const seen = await eventually(
    async () => {
      asked += 1;
      await after(50);
      return get(other);
    },
    ({ statusCode }) => statusCode === 429,
  );
  // The other server alone has received too few calls to refuse one.
  expect(asked).toBeLessThan(most);
  expect(seen.headers.ratelimit).toMatch(/^"burst";r=0;/);
});

it('limits the sign-ins of an address on all servers together, for a minute even if the clock of one was ahead', async () => {
  const remoteAddress = newAddress();
  const signIn = ({ app }: TestApp, n: number) =>
    app.inject({
      method: 'POST',
      url: authPaths.signInEmail,
      headers: { origin: ORIGIN },
      remoteAddress,
      payload: { email: `nobody-${n}@tabpoint.example`, password: 'wrong horse battery' },
    });
  const [one, other] = both.nodes as [TestApp, TestApp];
  const { now } = Date;
  const ahead = jest.spyOn(Date, 'now').mockImplementation(() => now() + 60 * 60_000);
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1) statuses.push((await signIn(one, n)).statusCode);
  ahead.mockRestore();
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
  const refused = await signIn(other, 11);
  expect(refused.statusCode).toBe(429);
  const wait = Number(refused.headers['x-retry-after'] ?? refused.headers['retry-after']);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
});
