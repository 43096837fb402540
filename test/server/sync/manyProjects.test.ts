import type { Kysely } from 'kysely';
import { openDatabase } from '../../../src/server/database/database';
import type { Database } from '../../../src/server/database/schema';
import type { ProjectsTable } from '../../../src/server/database/tables/projects';
import { createEvents, type ServerEvents } from '../../../src/server/database/events';
import { Quotas } from '../../../src/server/google/quotas';
import { Refusal } from '../../../src/server/refusal';
import { createGoogleSource } from '../../../src/server/google/reading/googleSource';
import type { Owner, Source } from '../../../src/server/workbook/source';
import { insertProject } from '../../../src/server/sync/syncRepository';
import { connectGoogle, GOOGLE_CLIENT } from '../../fixtures/google/consenting';
import type { Call } from '../../fixtures/google/faults';
import { type GoogleServer, startGoogleServer } from '../../fixtures/google/googleServer';
import type { GoogleFile } from '../../fixtures/google/googleWorld';
import { inlineWorkers } from '../../fixtures/inlineWorkers';
import { projectRow } from '../../fixtures/projectRows';
import { refreshOnRead } from '../../../src/server/sync/refreshOnRead';

const MINUTE = 60_000;
const NOON = Date.parse('2026-03-04T12:00:00Z');
const SERVERS = 2;
const SECONDS = 65;

/** Number of projects of each person with a connected account, each above Google’s limit of reads in a minute. */
const CONNECTED = [250, 120, 120, 120, 120, 120];

/** Number of projects of a person without a connected account. */
const LINKED = 150;

const clock = { now: NOON };
let server: GoogleServer;
let db: Kysely<Database>;
/** One for each server, with the events of its reads. */
let nodes: { readonly db: Kysely<Database>; readonly events: ServerEvents }[];
let source: Source;
beforeAll(async () => {
  server = await startGoogleServer({ googleClient: GOOGLE_CLIENT });
  const open = async () => ({ db: await openDatabase(server.test.settings), events: createEvents() });
  nodes = await Promise.all(Array.from({ length: SERVERS }, open));
  db = nodes[0]?.db ?? server.test.db;
  source = sourceOfTest();
});
afterAll(async () => {
  for (const node of nodes) await node.db.destroy();
  await server.close();
});

/** Creates the source with the test’s clock; requests that would have to wait are refused. */
function sourceOfTest(): Source {
  const { settings, services } = server.test;
  const wait = () => Promise.reject(new Refusal('busy', 'Too many spreadsheets are being read.'));
  const quotas = new Quotas(db, { now: () => clock.now, wait });
  const google = { client: services.google.client, quotas };
  const { connections } = services;
  return createGoogleSource({ google, settings, workers: inlineWorkers, connections, serviceAccount: undefined });
}

async function person(email?: string): Promise<Owner> {
  const who = await server.test.signUp();
  if (email !== undefined) {
    server.google.accounts.email = email;
    await connectGoogle(server, who);
  }
  return who.person;
}

const small = [{ gid: 0, title: 'Teas', cells: [['name'], ['Assam']] }];

function projectOf(owner: Owner, email?: string): ProjectsTable {
  const shared: Partial<GoogleFile> = email === undefined ? {} : { sharing: 'private', readers: [email] };
  return projectRow(owner.id, {
    sheet_id: server.google.world.add('Tea house', small, shared).id,
    source: email === undefined ? 'googleLink' : 'googleApi',
    synced_at: new Date(NOON - MINUTE).toISOString(),
  });
}

async function addProjects(): Promise<Map<string, ProjectsTable>> {
  const linked = await person();
  const all = Array.from({ length: LINKED }, () => projectOf(linked));
  for (const [n, count] of CONNECTED.entries()) {
    const email = `person-${n}@gmail.example`;
    const who = await person(email);
    all.push(...Array.from({ length: count }, () => projectOf(who, email)));
  }
  await db.transaction().execute(async (trx) => {
    for (const project of all) await insertProject(trx, project);
  });
  return new Map(all.map((project) => [project.sheet_id, project]));
}

/** Shuffles in the same way in every run. */
function shuffled<T>(all: readonly T[], seed: number): T[] {
  let state = seed;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648);
  return all
    .map((one) => ({ one, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** A request to Google, at the test’s time. */
interface Asked {
  readonly at: number;
  readonly kind: 'link' | 'api';
  readonly sheetId: string;
  readonly token: string;
}

function note(asked: Asked[], { path, headers }: Call) {
  const [, kind, sheetId = ''] = /^\/(v4\/spreadsheets|spreadsheets\/d)\/([\w-]+)/.exec(path) ?? [];
  if (kind === undefined) return;
  const token = String(headers.authorization ?? '');
  asked.push({ at: clock.now, kind: kind.startsWith('v4') ? 'api' : 'link', sheetId, token });
}

/** Returns the maximum number of requests in any minute. */
const mostInAMinute = (asked: readonly Asked[]) =>
  Math.max(0, ...asked.map(({ at }) => asked.filter((one) => one.at >= at && one.at < at + MINUTE).length));

/** Groups requests by token or sheet. */
function groupsOf(asked: readonly Asked[], by: 'token' | 'sheetId'): Asked[][] {
  const groups = new Map<string, Asked[]>();
  for (const one of asked) groups.set(one[by], [...(groups.get(one[by]) ?? []), one]);
  return [...groups.values()];
}

test('reads of a thousand projects on two servers stay within Google’s quotas, and read no sheet twice in its interval', async () => {
  const projects = await addProjects();
  expect(projects.size).toBe(1_000);
  const asked: Asked[] = [];
  const reported: unknown[] = [];
  server.google.faults.onCall = (call) => note(asked, call);
  const refresh = async (owner: Owner, sheetId: string) => {
    await source.read(owner, sheetId, new AbortController().signal);
    const synced = { ...projects.get(sheetId), synced_at: new Date(clock.now).toISOString() } as ProjectsTable;
    projects.set(sheetId, synced);
    return synced;
  };
  const report = (error: unknown) => void reported.push(error);
  const options = { syncs: { refresh }, report, now: () => clock.now, chance: () => 0.5 };
  const quiet = { from: NOON + 54_000, to: NOON + 64_000 };
  for (let second = 0; second < SECONDS; second += 1) {
    const ends = nodes.map((node) => refreshOnRead({ ...options, ...node }));
    if (clock.now === quiet.from) {
      const limits = { status: 429, headers: { 'retry-after': '10' }, body: '{}' };
      server.google.faults.nextOf(/^\/v4\//, limits);
    }
    for (const [n, node] of nodes.entries()) {
      for (const project of shuffled([...projects.values()], second * SERVERS + n))
        node.events.projectRead.emit(project);
    }
    await Promise.all(ends.map((end) => end()));
    clock.now += 1_000;
  }
  const [api, link] = [asked.filter(({ kind }) => kind === 'api'), asked.filter(({ kind }) => kind === 'link')];
  expect(mostInAMinute(api)).toBeLessThanOrEqual(300);
  expect(mostInAMinute(link)).toBeLessThanOrEqual(60);
  for (const ofPerson of groupsOf(api, 'token')) expect(mostInAMinute(ofPerson)).toBeLessThanOrEqual(60);
  for (const ofSheet of groupsOf(asked, 'sheetId')) expect(mostInAMinute(ofSheet)).toBe(1);
  expect(api.filter(({ at }) => at > quiet.from && at < quiet.to)).toEqual([]);
  // The quotas were the limit, not the test.
  expect(mostInAMinute(api)).toBeGreaterThan(200);
  expect(reported).toEqual([]);
});
