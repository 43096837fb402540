import { setTimeout as after } from 'node:timers/promises';
import { apiPaths } from '../../../src/contract/paths';
import type { DriveSpreadsheetAnswer } from '../../../src/contract/drive';
import type { MadeKey } from '../../../src/contract/keys';
import type { ProjectAnswer } from '../../../src/contract/projects';
import { freshDatabase, type FreshDatabase, testDatabase } from '../../fixtures/databases';
import { buildSpawnable, type BuiltServer, post, signUp, type SpawnedServer } from '../../fixtures/spawned';

/** A thousand by `npm run test:kills`. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 8);
jest.setTimeout(120_000 + 10_000 * ROUNDS);

/** Half of them write single rows, the others lists. */
const WRITERS = 8;
const TOGETHER = 3;

/** Rounds after which the rows are looked at, and others are begun with. */
const LOOK_EVERY = 20;

/** Rounds after which a long run says how far it is. */
const SAY_EVERY = 100;

/** Milliseconds from which on a log that nobody writes to any more is being folded. */
const CALM = 2_000;

let built: BuiltServer;
let database: FreshDatabase;
beforeAll(async () => {
  [built, database] = await Promise.all([buildSpawnable(), freshDatabase()]);
});
afterAll(async () => {
  await built.remove();
  await database.drop();
});

const start = async () => {
  const { databaseUrl } = database;
  const server = await built.start(
    databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, AUTH_SECRET: 'a secret that is only used by tests' },
  );
  if (server.url === '') throw new Error(`The server did not start: ${server.output()}`);
  return server;
};

type Headers = Readonly<Record<string, string>>;

/** A project of an empty list, and a key that may write to it. */
async function setUp(server: SpawnedServer, cookie: string) {
  const form = new FormData();
  form.append('file', new Blob(['Name,Part,Check\nfirst,0,first-0\n']), 'list.csv');
  const upload = await post(server, apiPaths.driveSpreadsheets, form, cookie);
  const { spreadsheet } = (await upload.json()) as DriveSpreadsheetAnswer;
  const created = await post(server, apiPaths.projectsSync, { sheetId: spreadsheet.id }, cookie);
  const { project } = (await created.json()) as ProjectAnswer;
  const wish = { name: 'Writer', kind: 'secret', scopes: ['read', 'create'] };
  const key = (await (await post(server, apiPaths.projectKeys(project.id), wish, cookie)).json()) as MadeKey;
  const headers: Headers = { authorization: `Bearer ${key.secret}` };
  return { path: `/v1/${project.id}/list`, headers, acknowledged: new Map<string, number>() };
}

type Place = Awaited<ReturnType<typeof setUp>>;

/** Writes, one after the other, until the server is no more or `until` says so; `parts` rows at a time. */
async function writeOn({ url }: SpawnedServer, place: Place, who: string, parts: number, until: AbortSignal) {
  const headers = { ...place.headers, 'content-type': 'application/json' };
  for (let n = 0; !until.aborted; n += 1) {
    const Name = `${who}-${n}`;
    const rows = Array.from({ length: parts }, (_, Part) => ({ Name, Part, Check: `${Name}-${Part}` }));
    try {
      const body = JSON.stringify(parts === 1 ? rows[0] : rows);
      const answer = await fetch(url + place.path, { method: 'POST', headers, body });
      await answer.text();
      if (answer.status !== 201) throw new Error(`${answer.status}`);
      place.acknowledged.set(Name, parts);
    } catch {
      return;
    }
  }
}

/** Parts of each name that are there. */
async function namesIn({ url }: SpawnedServer, { path, headers }: Place): Promise<Map<string, number[]>> {
  const answer = await fetch(`${url}${path}.ndjson`, { headers });
  const names = new Map<string, number[]>();
  for (const line of (await answer.text()).split('\n').filter((text) => text !== '')) {
    const { Name, Part, Check } = JSON.parse(line) as { Name: string; Part: number; Check: string };
    if (Check !== `${Name}-${Part}`) throw new Error(`A row of two others: ${line}`);
    names.set(Name, [...(names.get(Name) ?? []), Part]);
  }
  return names;
}

const partsOf = (who: string) => (who.startsWith('one') ? 1 : TOGETHER);

/** Whatever was acknowledged is there; whatever is there is there as a whole, and once. */
async function look(server: SpawnedServer, place: Place) {
  const names = await namesIn(server, place);
  expect(names.get('first')).toEqual([0]);
  names.delete('first');
  expect([...place.acknowledged.keys()].filter((name) => !names.has(name))).toEqual([]);
  const whole = (name: string) => Array.from({ length: partsOf(name) }, (_, part) => part).join();
  expect([...names].filter(([name, parts]) => parts.join() !== whole(name))).toEqual([]);
}

/** Writes and is killed, sometimes after a calm, so that it happens while the log is being folded. */
async function round(server: SpawnedServer, place: Place, number: number, isCalm: boolean) {
  const stop = new AbortController();
  const writing = Array.from({ length: WRITERS }, (_, n) => {
    const who = `${n % 2 === 0 ? 'one' : 'list'}-${number}-${n}`;
    return writeOn(server, place, who, partsOf(who), stop.signal);
  });
  let haveStopped = false;
  const written = Promise.all(writing).then(() => (haveStopped = true));
  // However slow the machine is, something is acknowledged in every round.
  for (const before = place.acknowledged.size; place.acknowledged.size === before;) {
    if (haveStopped) throw new Error(`Nothing could be written: ${server.output()}`);
    await after(2);
  }
  await after(Math.random() * 130);
  if (isCalm) {
    stop.abort();
    await after(CALM + Math.random() * 200);
  }
  await server.end('SIGKILL');
  await written;
}

test(`${ROUNDS} kills during writes: no acknowledged row is missing, doubled or torn`, async () => {
  let server = await start();
  const cookie = await signUp(server);
  let place = await setUp(server, cookie);
  let acknowledged = 0;
  for (let number = 1; number <= ROUNDS; number += 1) {
    const isLast = number % LOOK_EVERY === 0 || number === ROUNDS;
    await round(server, place, number, isLast);
    server = await start();
    if (!isLast) continue;
    await look(server, place);
    acknowledged += place.acknowledged.size;
    if (number % SAY_EVERY === 0) {
      process.stdout.write(`${number} of ${ROUNDS} kills on ${testDatabase}, ${acknowledged} writes acknowledged\n`);
    }
    if (number < ROUNDS) place = await setUp(server, cookie);
  }
  expect(acknowledged).toBeGreaterThan(ROUNDS);
});
