import { createKeyedMutex, Leases, purgeLeases } from '../../../src/server/database/locks';
import { Refusal } from '../../../src/server/refusal';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { createGate } from '../../fixtures/gates';

const test = beforeTests(() => buildTestApp());

/** Work that continues until it is ended, and a promise of its start. */
function working() {
  const [begun, done] = [createGate(), createGate()];
  const work = () => {
    begun.open();
    return done.opened;
  };
  return { work, begun: begun.opened, end: done.open };
}

const busy = (error: unknown) => error instanceof Refusal && error.code === 'busy';

/** Returns whether a check in a transaction passes, rather than refusing as busy. */
const mayStore = (require: (trx: TestApp['db']) => Promise<void>) =>
  test.db
    .transaction()
    .execute(require)
    .then(
      () => true,
      (error: unknown) => !busy(error),
    );

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

it('does not wait for the end of a lease that a clock a day ahead has stored', async () => {
  const leases = new Leases(test.db, { maxWaitMs: 100 });
  await leases.hold('a wrong clock', async () => undefined);
  const until = Date.now() + 86_400_000;
  await test.db.updateTable('leases').set({ until }).where('name', '=', 'a wrong clock').execute();
  expect(await leases.isHeld('a wrong clock')).toBe(false);
  expect(await leases.hold('a wrong clock', async () => 'done')).toBe('done');
});

it('refuses a caller that has waited for too long', async () => {
  const [one, other] = [new Leases(test.db), new Leases(test.db, { maxWaitMs: 100 })];
  const first = working();
  const holding = one.hold('long work', first.work);
  await first.begun;
  const error = await other.hold('long work', async () => undefined).catch((thrown: unknown) => thrown);
  expect(busy(error)).toBe(true);
  first.end();
  await holding;
});

it('lets only the current holder publish, not one whose lease expired, even after that', async () => {
  const dead = new Leases(test.db, { lifeMs: 50, renewalMs: 60_000 });
  const alive = new Leases(test.db);
  const first = working();
  const mayPublish = (leases: Leases) => mayStore((trx) => leases.require(trx, 'work'));
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

it('refuses to store for a holder whose lease passed to another one on the same server', async () => {
  const leases = new Leases(test.db, { lifeMs: 50, renewalMs: 60_000 });
  const [lost, slow] = [createGate(), working()];
  const first = leases.hold('twice', async (lease) => {
    await Promise.all([slow.work(), lost.opened]);
    return mayStore(lease.require);
  });
  await slow.begun;
  slow.end();
  const second = await leases.hold('twice', async (lease) => {
    lost.open();
    return [await first, await mayStore(lease.require)];
  });
  expect(second).toEqual([false, true]);
});

it('ends all leases, whoever holds them', async () => {
  const [one, other] = [new Leases(test.db), new Leases(test.db, { maxWaitMs: 100 })];
  const first = working();
  const holding = one.hold('of a dead server', first.work);
  await first.begun;
  await other.endAll();
  expect(await other.hold('of a dead server', async () => 'taken')).toBe('taken');
  first.end();
  await holding;
});

it('forgets leases that ended an hour ago', async () => {
  const leases = new Leases(test.db);
  const first = working();
  const holding = leases.hold('now', first.work);
  await first.begun;
  for (const name of ['lately', 'long ago']) await leases.hold(name, async () => undefined);
  const hour = 3_600_000;
  const ofLongAgo = test.db.updateTable('leases').where('name', '=', 'long ago');
  await ofLongAgo.set((eb) => ({ until: eb('until', '-', hour) })).execute();
  await purgeLeases(test.db);
  const names = test.db.selectFrom('leases').select('name').where('name', 'in', ['now', 'lately', 'long ago']);
  expect((await names.orderBy('name').execute()).map(({ name }) => name)).toEqual(['lately', 'now']);
  first.end();
  await holding;
});

it('a mutex within a server runs work with one key in order, also after a failure, and work with other keys at the same time', async () => {
  const mutex = createKeyedMutex();
  const first = working();
  const order: string[] = [];
  const failing = mutex('a', () => first.work().then(() => Promise.reject(new Error('no'))));
  const second = mutex('a', async () => void order.push('second'));
  const third = mutex('a', async () => void order.push('third'));
  await mutex('b', async () => void order.push('elsewhere'));
  expect(order).toEqual(['elsewhere']);
  first.end();
  await expect(failing).rejects.toThrow('no');
  await Promise.all([second, third]);
  expect(order).toEqual(['elsewhere', 'second', 'third']);
});
