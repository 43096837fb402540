import { sql } from 'kysely';
import { keyScopes } from '../../../src/contract/scopes';
import { openDatabase } from '../../../src/server/database/database';
import type { Settings } from '../../../src/server/settings';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { createdProject } from '../../fixtures/driveFiles';
import { CAFES, writable, type Writable } from '../endpoints/write/writing';
import { factsAfter, factsIn } from './powerCut/facts';
import { powerCuts } from './powerCut/powerCuts';
import { Recorder } from './powerCut/recorder';
import { pragma } from '../../fixtures/pragma';

/** Writes in one run, and the share of power cuts that are checked: every one by `npm run test:powercuts`. */
const isWhole = process.env.POWER_CUTS === 'all';
const TURNS = isWhole ? 2 : 1;
const ONE_OF = isWhole ? 1 : 23;
if (isWhole) jest.setTimeout(3_600_000);

/** A row that is larger than a page. */
const long = (name: string) => ({ Name: name, Note: name.repeat(700) });

/** Writes of one turn; each is at least one commit, and answered when it is on disk. */
const actionsOf = (test: TestApp, cafes: Writable, turn: number): (() => Promise<unknown>)[] => {
  const Name = `new ${turn}`;
  const post = (body: object, query = '') => cafes.call('POST', query, { body });
  return [
    () => post({ Name }),
    () => post([{ Name: `${Name} a` }, long(`${Name} b`), { Name: `${Name} c` }]),
    () => cafes.call('PATCH', `?Name=${Name}`, { body: { City: 'Bergen', Rating: turn } }),
    () => cafes.call('DELETE', `?Name=${Name} c`),
    () => post({ Name, City: 'Ålesund' }, '?_upsert=Name'),
    () => cafes.makeKey(keyScopes, { name: `key ${turn}` }),
    () => cafes.fold(),
    () => post(long(`${Name} d`)),
    () => createdProject(test, cafes.owner, { ...CAFES, name: `Turn ${turn}.csv` }),
    () => post({ Name: `${Name} e` }),
  ];
};

/** Disk settings of the product; other tests do not wait for the disk. */
async function synchronousOf(settings: Settings): Promise<number> {
  const db = await openDatabase(settings);
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db);
  await db.destroy();
  return rows[0]?.synchronous ?? NaN;
}

/** Runs all writes, and records the files’ changes and the facts after each response. */
async function record(test: TestApp) {
  const { db, settings } = test;
  await pragma(db, `synchronous = ${await synchronousOf(settings)}`);
  const cafes = await writable(test);
  const recorder = await Recorder.of(db, settings.dataDir);
  const facts = [await factsIn(db)];
  for (let turn = 1; turn <= TURNS; turn += 1) {
    for (const [at, act] of actionsOf(test, cafes, turn).entries()) {
      await act();
      recorder.acknowledge();
      facts.push(await factsIn(db));
      if (at === 4 || at === 7) await recorder.checkpoint();
    }
  }
  await test.app.close();
  await recorder.close(() => db.destroy());
  return { facts, ...recorder.recording };
}

test('any files after a power cut open without errors, with everything that was acknowledged', async () => {
  const app = await buildTestApp({ databaseUrl: undefined });
  const { facts, ...recording } = await record(app);
  const wrong: string[] = [];
  let [at, looked] = [0, 0];
  for (const cut of powerCuts(recording)) {
    at += 1;
    if (at % ONE_OF > 0) continue;
    looked += 1;
    const found = await factsAfter(cut.files(), app.settings).catch(String);
    // A write in flight at the power cut may be complete.
    const isRight = found === facts[cut.acknowledged] || found === facts[cut.acknowledged + 1];
    if (!isRight)
      wrong.push(`after step ${cut.step}, of what was not synchronised ${cut.left} is left: ${found?.slice(0, 200)}`);
  }
  await app.close();
  expect(wrong).toEqual([]);
  expect(looked).toBeGreaterThan(isWhole ? 1_000 : 20);
});
