import { Leases } from '../../../src/server/nodes/leases';
import { Refusal } from '../../../src/server/refusal';
import type { TestApp } from '../../fixtures/apps';
import { createGate } from '../../fixtures/gates';
import { buildNodes, type Nodes } from '../../fixtures/nodes';

let node: Nodes;
let test: TestApp;
beforeAll(async () => {
  node = await buildNodes(1);
  [test] = node.nodes as [TestApp];
});
afterAll(() => node.close());

/** Work that goes on until it is told to end, and tells when it has begun. */
function working() {
  const [begun, done] = [createGate(), createGate()];
  const work = () => {
    begun.open();
    return done.opened;
  };
  return { work, begun: begun.opened, end: done.open };
}

const busy = (error: unknown) => error instanceof Refusal && error.code === 'busy';

it('lets one server work at a time, and the next one as soon as it is done', async () => {
  const [one, other] = [new Leases(test.db), new Leases(test.db)];
  const first = working();
  const order: string[] = [];
  const holding = one.hold('a sheet', first.work).then(() => order.push('first'));
  await first.begun;
  expect(await one.isHeld('a sheet')).toBe(true);
  const waiting = other.hold('a sheet', async () => order.push('second'));
  await other.hold('another sheet', async () => order.push('elsewhere'));
  first.end();
  await Promise.all([holding, waiting]);
  expect(order).toEqual(['elsewhere', 'first', 'second']);
  expect(await one.isHeld('a sheet')).toBe(false);
});

it('refuses who has waited for too long', async () => {
  const [one, other] = [new Leases(test.db), new Leases(test.db, { patience: 100 })];
  const first = working();
  const holding = one.hold('long work', first.work);
  await first.begun;
  const error = await other.hold('long work', async () => undefined).catch((thrown: unknown) => thrown);
  expect(busy(error)).toBe(true);
  first.end();
  await holding;
});

it('lets nobody publish who was taken for dead, and whoever has taken over', async () => {
  const dead = new Leases(test.db, { life: 50, renewal: 60_000 });
  const alive = new Leases(test.db);
  const first = working();
  const mayPublish = (leases: Leases) =>
    test.db
      .transaction()
      .execute((trx) => leases.require(trx, 'work'))
      .then(
        () => true,
        (error: unknown) => !busy(error),
      );
  const holding = dead.hold('work', first.work);
  await first.begun;
  expect(await mayPublish(dead)).toBe(true);
  await alive.hold('work', async () => {
    expect(await mayPublish(dead)).toBe(false);
    expect(await mayPublish(alive)).toBe(true);
  });
  expect(await mayPublish(dead)).toBe(false);
  first.end();
  await holding;
});
