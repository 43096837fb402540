import { setTimeout as after } from 'node:timers/promises';
import { apiPaths, endpointPath } from '../../../src/contract/paths';
import type { ProjectAnswer } from '../../../src/contract/projects';
import type { RowsAnswer } from '../../../src/contract/rows';
import { openDatabase } from '../../../src/server/database/database';
import { type GoogleDouble, startGoogleDouble } from '../../fixtures/google/googleDouble';
import { type List, lookAt, makeList, writeAll } from '../../fixtures/killedWriters';
import { sized } from '../../fixtures/runs';
import { buildBesideDatabase, type BuiltBeside, post, signUp, type SpawnedServer } from '../../fixtures/spawned';
import { pragma } from '../../fixtures/pragma';

const ROUNDS = sized(1, 20);
jest.setTimeout(120_000 + 10_000 * ROUNDS);

const SHEETS = 6;
const ROWS = 200;

/** Milliseconds after which a round ends, even with few refreshes. */
const MAX_ROUND_MS = 4_000;

/** Cells of an edition of the sheet, which every row names. */
const cellsOf = (edition: number) => [
  ['name', 'edition'],
  ...Array.from({ length: ROWS }, (_, n) => [`Tea ${n}`, edition]),
];

let built: BuiltBeside;
let google: GoogleDouble;
beforeAll(async () => {
  [built, google] = await Promise.all([buildBesideDatabase(), startGoogleDouble()]);
});
afterAll(async () => {
  await built.remove();
  await google.close();
});

const start = () => built.start({ GOOGLE_DOUBLE: google.origins.join(',') });

/** A sheet that is shared by link, the path of its endpoint, and the latest edition that was read. */
interface Sheet {
  readonly id: string;
  readonly path: string;
  seen: number;
}

async function makeSheet(server: SpawnedServer, cookie: string): Promise<Sheet> {
  const { id } = google.world.add('Tea house', [{ gid: 0, title: 'Teas', cells: cellsOf(0) }]);
  const made = await post(server, apiPaths.projectsSync, { sheetId: id }, cookie);
  const { project } = (await made.json()) as ProjectAnswer;
  return { id, path: `${endpointPath(project.id, 'Teas')}?_limit=1000`, seen: 0 };
}

/** Reads a sheet, and expects all its rows, of one edition that is not older than before. */
async function read({ url }: SpawnedServer, sheet: Sheet): Promise<void> {
  const answer = await fetch(url + sheet.path);
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  const { data } = (await answer.json()) as RowsAnswer;
  const editions = new Set(data.map(({ edition }) => edition as number));
  expect([data.length, editions.size]).toEqual([ROWS, 1]);
  const [edition = -1] = editions;
  expect(edition).toBeGreaterThanOrEqual(sheet.seen);
  sheet.seen = edition;
}

/** Reads the sheets until a number of them has an edition, or until a time. @returns number of sheets with the edition */
async function readUntil(
  server: SpawnedServer,
  sheets: readonly Sheet[],
  edition: number,
  wanted: number,
  end: number,
) {
  const fresh = () => sheets.filter(({ seen }) => seen === edition).length;
  while (fresh() < wanted && performance.now() < end) {
    for (const sheet of sheets) await read(server, sheet);
    await after(5);
  }
  return fresh();
}

/** Simulates an hour without a server: copies become old, and Google’s quotas start anew. */
async function simulateHour() {
  const db = await openDatabase(built.database);
  const synced_at = new Date(Date.now() - 3_600_000).toISOString();
  await db.updateTable('projects').set({ synced_at }).execute();
  await db.updateTable('google_refreshes').set({ next_at: 0 }).execute();
  for (const table of ['google_gates', 'leases'] as const) await db.deleteFrom(table).execute();
  expect((await pragma(db, 'integrity_check')) ?? 'ok').toBe('ok');
  await db.destroy();
}

function publish(sheets: readonly Sheet[], edition: number) {
  for (const { id } of sheets) {
    google.world.edit(id, ({ tabs: [teas] }) => void teas?.cells.splice(0, Infinity, ...cellsOf(edition)));
  }
}

/** Kills the server while sheets are refreshed and rows of another one are written. */
async function round(server: SpawnedServer, sheets: readonly Sheet[], list: List, edition: number) {
  await lookAt(server, list);
  const stop = new AbortController();
  const writing = writeAll(server, list, edition, stop.signal);
  const wanted = Math.floor(Math.random() * SHEETS);
  await readUntil(server, sheets, edition, wanted, performance.now() + MAX_ROUND_MS);
  await after(Math.random() * 200);
  await server.end('SIGKILL');
  stop.abort();
  await writing;
}

test(`${ROUNDS} kills during refreshes: rows are complete and never older than before, writes are kept, and refreshes continue`, async () => {
  const first = await start();
  const cookie = await signUp(first);
  const sheets: Sheet[] = [];
  while (sheets.length < SHEETS) sheets.push(await makeSheet(first, cookie));
  const list = await makeList(first, cookie);
  await first.end('SIGKILL');
  for (let edition = 1; edition <= ROUNDS; edition += 1) {
    publish(sheets, edition);
    await simulateHour();
    await round(await start(), sheets, list, edition);
  }
  await simulateHour();
  const last = await start();
  await lookAt(last, list);
  expect(await readUntil(last, sheets, ROUNDS, SHEETS, performance.now() + 60_000)).toBe(SHEETS);
});
