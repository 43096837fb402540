import { setTimeout as after } from 'node:timers/promises';
import { testDatabase } from '../../../fixtures/databases';
import { type List, lookAt, makeList, writeAll } from '../../../fixtures/killedWriters';
import { buildBesideDatabase, type BuiltBeside, signUp, type SpawnedServer } from '../../../fixtures/spawned';

/** `npm run test:kills` sets a thousand. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 3);
jest.setTimeout(120_000 + 10_000 * ROUNDS);

/** Rounds after which the rows are checked, and a new list is started. */
const CHECK_EVERY = 20;

/** Rounds after which a long run prints its progress. */
const PRINT_EVERY = 100;

/** Milliseconds without writes after which the server folds a log. */
const IDLE_MS = 2_000;

let built: BuiltBeside;
beforeAll(async () => (built = await buildBesideDatabase()));
afterAll(() => built.remove());

/** Writes until the server is killed, sometimes after a pause, so that the kill hits a fold. */
async function round(server: SpawnedServer, list: List, number: number, isIdle: boolean) {
  const stop = new AbortController();
  let haveStopped = false;
  const written = writeAll(server, list, number, stop.signal).then(() => (haveStopped = true));
  // At least one write is acknowledged in every round, however slow the machine is.
  for (const before = list.acknowledged.size; list.acknowledged.size === before;) {
    if (haveStopped) throw new Error(`Nothing could be written: ${server.output()}`);
    await after(2);
  }
  await after(Math.random() * 130);
  if (isIdle) {
    stop.abort();
    await after(IDLE_MS + Math.random() * 200);
  }
  await server.end('SIGKILL');
  await written;
}

test(`${ROUNDS} kills during writes: no acknowledged row is missing, doubled or torn`, async () => {
  let server = await built.start();
  const cookie = await signUp(server);
  let list = await makeList(server, cookie);
  let acknowledged = 0;
  for (let number = 1; number <= ROUNDS; number += 1) {
    const isLast = number % CHECK_EVERY === 0 || number === ROUNDS;
    await round(server, list, number, isLast);
    server = await built.start();
    if (!isLast) continue;
    await lookAt(server, list);
    acknowledged += list.acknowledged.size;
    if (number % PRINT_EVERY === 0) {
      process.stdout.write(`${number} of ${ROUNDS} kills on ${testDatabase}, ${acknowledged} writes acknowledged\n`);
    }
    if (number < ROUNDS) list = await makeList(server, cookie);
  }
  expect(acknowledged).toBeGreaterThan(ROUNDS);
});
