import fc from 'fast-check';
import { buildTestApp } from '../../../fixtures/apps';
import { beforeTests } from '../../../fixtures/beforeTests';
import { Interleaving, type Step } from '../../../fixtures/google/interleaving/interleaving';
import type { Fault, Meanwhile } from '../../../fixtures/google/interleaving/modelGoogle';
import type { Api } from '../../../fixtures/google/interleaving/modelWrite';
import type { Human } from '../../../fixtures/google/interleaving/sheetLedger';
import { runs } from '../../../fixtures/runs';
import { pragma } from '../../../fixtures/pragma';

const RUNS = runs(6);

/** Seed of the interleavings; set `INTERLEAVINGS_SEED` to repeat them. */
const SEED = Number(process.env.INTERLEAVINGS_SEED ?? Date.now() % 2 ** 31);

jest.setTimeout(240_000 + RUNS * 1_000);

let ownerId: string;
const test = beforeTests(() => buildTestApp());
beforeAll(async () => {
  ownerId = (await test.signUp()).person.id;
  // The data need not survive a power cut.
  await pragma(test.db, 'synchronous = OFF');
});

const row = fc.nat(5);
const human: fc.Arbitrary<Human> = fc.oneof(
  fc.record({ human: fc.constant('edit' as const), row, column: fc.constantFrom('b' as const, 'c' as const) }),
  fc.record({ human: fc.constant('insert' as const), row, blank: fc.boolean() }),
  fc.record({ human: fc.constant('remove' as const), row }),
  fc.record({ human: fc.constant('move' as const), row, to: row }),
);
const fault = fc.constantFrom<Fault>('cut', 'unsaid', 'late', 'refused', 'failed', 'diesBefore', 'diesAfter');
const meanwhile: fc.Arbitrary<Meanwhile[]> = fc.array(
  fc.record({ call: fc.nat(6), what: fc.oneof<fc.Arbitrary<Human | Fault>[]>(human, fault) }),
  { maxLength: 4 },
);
const api: fc.Arbitrary<Api> = fc.oneof(
  fc.record({ api: fc.constant('append' as const), count: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ api: fc.constantFrom('patch' as const, 'put' as const, 'remove' as const), row, byFilter: fc.boolean() }),
  fc.record({ api: fc.constant('upsert' as const), row, withNew: fc.boolean() }),
);
const server = fc.nat(7);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ human }) },
  { weight: 5, arbitrary: fc.record({ api, server, meanwhile }) },
  { weight: 2, arbitrary: fc.record({ repeat: fc.constant(true as const), server, meanwhile }) },
  { weight: 1, arbitrary: fc.record({ sync: fc.constant(true as const), server, meanwhile }) },
);

/**
 * Two servers write, people edit the sheet between any two calls, calls are lost, late or refused, and servers die. Acknowledged
 * writes are done once, refused ones are not; only the intended row is written, and no unseen change is overwritten, except for
 * the race in the documentation; in the end endpoint and sheet are equal.
 */
it(`writes to a Google Sheet are done exactly once in ${RUNS} interleavings`, async () => {
  const outcomes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
      const run = new Interleaving(test.services, ownerId);
      try {
        await run.start();
        for (const one of steps) await run.step(one);
        await run.finish();
        for (const outcome of run.outcomes()) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      } finally {
        await run.clear();
      }
    }),
    { seed: SEED, numRuns: RUNS, endOnFailure: process.env.CI !== undefined },
  );
  if (RUNS >= 1_000) process.stdout.write(`seed ${SEED}: ${JSON.stringify([...outcomes])}\n`);
  // All outcomes have occurred: done, refused and unconfirmed.
  for (const outcome of ['written 1', 'refused 0']) expect(outcomes.get(outcome)).toBeGreaterThan(RUNS / 10);
});
