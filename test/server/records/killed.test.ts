import { setTimeout as after } from 'node:timers/promises';
import { apiPaths } from '../../../src/contract/paths';
import type { DriveSpreadsheetAnswer } from '../../../src/contract/drive';
import type { MadeKey } from '../../../src/contract/keys';
import type { ProjectAnswer } from '../../../src/contract/projects';
import { freshDatabase, type FreshDatabase } from '../../fixtures/databases';
import { buildSpawnable, type BuiltServer, post, signUp, type SpawnedServer } from '../../fixtures/spawned';

jest.setTimeout(120_000 + 10_000 * Number(process.env.KILL_ROUNDS ?? 20));

/** More of them by hand: `KILL_ROUNDS=1000`. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 20);
const WRITERS = 8;
const TOGETHER = 3;

let built: BuiltServer;
let database: FreshDatabase;
beforeAll(async () => {
  [built, database] = await Promise.all([buildSpawnable(), freshDatabase()]);
});
afterAll(async () => {
  await built.remove();
  await database.drop();
});

const start = () => {
  const { databaseUrl } = database;
  return built.start(
    databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, AUTH_SECRET: 'a secret that is only used by tests' },
  );
};

/** A project of an empty list, and a key that may write to it. */
async function setUp(server: SpawnedServer) {
  const cookie = await signUp(server);
  const form = new FormData();
  form.append('file', new Blob(['Name,Part,Check\nfirst,0,first-0\n']), 'list.csv');
  const upload = await post(server, apiPaths.driveSpreadsheets, form, cookie);
  const { spreadsheet } = (await upload.json()) as DriveSpreadsheetAnswer;
  const created = await post(server, apiPaths.projectsSync, { sheetId: spreadsheet.id }, cookie);
  const { project } = (await created.json()) as ProjectAnswer;
  const wish = { name: 'Writer', kind: 'secret', scopes: ['read', 'create'] };
  const key = (await (await post(server, apiPaths.projectKeys(project.id), wish, cookie)).json()) as MadeKey;
  return { path: `/v1/${project.id}/list`, headers: { authorization: `Bearer ${key.secret}` } };
}

type Place = Awaited<ReturnType<typeof setUp>>;

/** Writes lists of three rows, one after the other, until the server is no more. */
async function writeOn({ url }: SpawnedServer, { path, headers }: Place, who: string, acknowledged: Set<string>) {
  for (let n = 0; ; n += 1) {
    const Name = `${who}-${n}`;
    const rows = Array.from({ length: TOGETHER }, (_, Part) => ({ Name, Part, Check: `${Name}-${Part}` }));
    try {
      const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
      const { status } = await fetch(url + path, { ...init, body: JSON.stringify(rows) });
      if (status !== 201) throw new Error(`${status}`);
      acknowledged.add(Name);
    } catch {
      return;
    }
  }
}

async function namesIn({ url }: SpawnedServer, { path, headers }: Place): Promise<Map<string, number[]>> {
  const answer = await fetch(`${url}${path}.ndjson`, { headers });
  const names = new Map<string, number[]>();
  for (const line of (await answer.text()).split('\n').filter((text) => text !== '')) {
    const { Name, Part, Check } = JSON.parse(line) as { Name: string; Part: number; Check: string };
    expect(Check).toBe(`${Name}-${Part}`);
    names.set(Name, [...(names.get(Name) ?? []), Part]);
  }
  return names;
}

test(`${ROUNDS} kills during writes: no acknowledged row is missing, doubled or torn`, async () => {
  const acknowledged = new Set<string>();
  let server = await start();
  const place = await setUp(server);
  for (let round = 0; round < ROUNDS; round += 1) {
    const writing = Array.from({ length: WRITERS }, (_, n) => writeOn(server, place, `${round}-${n}`, acknowledged));
    await after(100 + ((round * 37) % 200));
    await server.end('SIGKILL');
    await Promise.all(writing);
    server = await start();
  }
  const names = await namesIn(server, place);
  expect(names.get('first')).toEqual([0]);
  names.delete('first');
  const missing = [...acknowledged].filter((name) => !names.has(name));
  expect(missing).toEqual([]);
  const torn = [...names].filter(([, parts]) => parts.join() !== '0,1,2');
  expect(torn).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan(ROUNDS);
});
