import { setTimeout as after } from 'node:timers/promises';
import { plans } from '../../../src/contract/plans';
import type { TestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { stopClock } from '../../fixtures/clocks';
import { eventually } from '../../fixtures/eventually';
import { buildNodes } from '../../fixtures/nodes';
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
