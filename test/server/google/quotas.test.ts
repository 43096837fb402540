import fc from 'fast-check';
import { Quotas } from '../../../src/server/google/quotas';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';

const test = beforeTests(() => buildTestApp());

const signal = new AbortController().signal;
let names = 0;

/** Creates gates with the test’s clock; an impatient one refuses instead of waiting. */
function setUp({ perMinute = 60, atOnce = 20 } = {}) {
  const clock = { now: 1_000_000 };
  const quota = { name: `test ${(names += 1)}`, perMinute, atOnce };
  const waits: number[] = [];
  const gateOf = (patient: boolean) => {
    const quotas = new Quotas(test.db, {
      now: () => clock.now,
      wait: async (milliseconds) => {
        waits.push(milliseconds);
        if (!patient) throw new Error('turned away');
        clock.now += milliseconds;
      },
    });
    return {
      pass: (leaving: AbortSignal) => quotas.pass(leaving, quota),
      close: (milliseconds: number) => quotas.close(quota, milliseconds),
    };
  };
  const tries = (gate: ReturnType<typeof gateOf>) =>
    gate.pass(signal).then(
      () => true,
      () => false,
    );
  return { clock, waits, gateOf, tries };
}

it('admits a few at once, then one after the other', async () => {
  const { clock, gateOf, tries } = setUp();
  const gate = gateOf(false);
  const passed: boolean[] = [];
  for (let n = 0; n < 21; n += 1) passed.push(await tries(gate));
  expect(passed).toEqual([...Array<boolean>(20).fill(true), false]);
  clock.now += 1_500;
  expect([await tries(gate), await tries(gate)]).toEqual([true, false]);
});

it('waits for a turn that comes soon', async () => {
  const { waits, gateOf } = setUp();
  const gate = gateOf(true);
  for (let n = 0; n < 21; n += 1) await gate.pass(signal);
  expect(waits).toEqual([1_500]);
});

it('refuses a call that would wait too long, with Retry-After', async () => {
  const { gateOf } = setUp();
  const gate = gateOf(true);
  await gate.close(30_000);
  await expect(gate.pass(signal)).rejects.toMatchObject({
    code: 'busy',
    extras: { headers: { 'Retry-After': '30' } },
  });
});

it('opens again after a pause, and a shorter pause does not end a longer one', async () => {
  const { clock, gateOf, tries } = setUp();
  const gate = gateOf(false);
  await gate.close(30_000);
  await gate.close(1_000);
  clock.now += 29_999;
  expect(await tries(gate)).toBe(false);
  clock.now += 1;
  expect(await tries(gate)).toBe(true);
});

it.each(['pass', 'close'] as const)('a clock that was a day ahead does not block for a day (%s)', async (call) => {
  const { clock, gateOf } = setUp();
  const gate = gateOf(true);
  clock.now += 86_400_000;
  await (call === 'pass' ? gate.pass(signal) : gate.close(60_000));
  clock.now -= 86_400_000;
  await gate.pass(signal);
  await gate.pass(signal);
});

it('closes after a clock that was a day ahead, too', async () => {
  const { clock, gateOf, tries } = setUp();
  const gate = gateOf(false);
  clock.now += 86_400_000;
  await gate.close(60_000);
  clock.now -= 86_400_000;
  await gate.close(60_000);
  expect(await tries(gate)).toBe(false);
  clock.now += 60_000;
  expect(await tries(gate)).toBe(true);
});

it('is shared by all servers', async () => {
  const { gateOf, tries } = setUp({ perMinute: 10, atOnce: 4 });
  const [one, other] = [gateOf(false), gateOf(false)];
  const passed = [];
  for (let n = 0; n < 3; n += 1) passed.push(await tries(one), await tries(other));
  expect(passed).toEqual([true, true, true, true, false, false]);
});

it('admits no more than the limit of concurrent calls', async () => {
  const { gateOf, tries } = setUp({ perMinute: 10, atOnce: 4 });
  const gates = [gateOf(false), gateOf(false)];
  const passed = await Promise.all(Array.from({ length: 20 }, (_, n) => tries(gates[n % 2] ?? gateOf(false))));
  expect(passed.filter(Boolean)).toHaveLength(4);
});

it('rejects an aborted call', async () => {
  const { gateOf } = setUp();
  await expect(gateOf(true).pass(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});

it('never admits more calls in any minute than the quota, at any arrival times', async () => {
  const comings = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 30, maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(comings, async (pauses) => {
      const { clock, gateOf, tries } = setUp({ perMinute: 9, atOnce: 4 });
      const gate = gateOf(false);
      const passed: number[] = [];
      for (const pause of pauses) {
        clock.now += pause % 4 === 0 ? pause : pause % 50;
        if (await tries(gate)) passed.push(clock.now);
      }
      for (const from of passed) {
        expect(passed.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(9);
      }
    }),
    { numRuns: 8 },
  );
});
