import { existsSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import { endpointPath } from '../../src/contract/paths';
import { createEvents } from '../../src/server/database/events';
import { createDriveSource } from '../../src/server/drive/driveSource';
import { createGoogleSource } from '../../src/server/google/reading/googleSource';
import { refreshOnRead } from '../../src/server/sync/refreshOnRead';
import { createSources } from '../../src/server/sync/sources';
import { createSyncs } from '../../src/server/sync/syncs';
import { buildTestApp } from '../fixtures/apps';
import { createdProject, workbookFile } from '../fixtures/driveFiles';
import { TEA_TABS } from '../fixtures/google/googleWorld';
import { ROBOT, startOwnAccountServer } from '../fixtures/google/ownAccount';
import { publishProject } from './endpoints/published';
import { writable } from './endpoints/write/writing';

const MAX_FILES = 8;
const MAX_LINES = 300;

const server = join(__dirname, '../../src/server');
const linesOf = (file: string) => readFileSync(join(server, `${file}.ts`), 'utf8').split('\n').length - 1;

interface Way {
  readonly name: string;
  /** Path without `.ts`; files of a worker thread leave no trace in this one. */
  readonly files: readonly { readonly file: string; readonly isTraced: boolean }[];
}

const [, listed = ''] = /\n## Four ways\n([^]*?)\n## /.exec(readFileSync(join(server, 'README.md'), 'utf8')) ?? [];
const ways = listed
  .split('\n### ')
  .slice(1)
  .map((text): Way => {
    const files = [...text.matchAll(/^\d+\. `([\w/]+)`( \(in a worker\))?/gm)];
    return {
      name: text.split('\n', 1)[0] ?? '',
      files: files.map(([, file = '', worker]) => ({ file, isTraced: worker === undefined })),
    };
  });

/** Returns the server’s files whose functions run during some work, by V8’s call counts. */
async function traceFiles(work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  const session = new Session();
  session.connect();
  const ran = new Set<string>();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await work();
  session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
    for (const { url, functions } of result) {
      const [, file] = /src\/server\/(.+)\.ts$/.exec(url) ?? [];
      const isRun = functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0);
      if (file !== undefined && isRun) ran.add(file);
    }
  });
  session.disconnect();
  return ran;
}

async function readsRows() {
  const test = await buildTestApp();
  const { person } = await test.signUp();
  const { id } = await publishProject(test.db, person.id, [{ title: 'Cafés', lines: ['Name;City', 'Kaffa;Oslo'] }]);
  const trace = await traceFiles(() => test.app.inject({ url: `${endpointPath(id, 'Cafés')}?City=Oslo` }));
  await test.close();
  return trace;
}

async function writesARow() {
  const test = await buildTestApp();
  const { call } = await writable(test);
  const trace = await traceFiles(() => call('POST', '', { body: { Name: 'Fuglen' } }));
  await test.close();
  return trace;
}

async function uploads() {
  const test = await buildTestApp();
  const who = await test.signUp();
  const trace = await traceFiles(() => createdProject(test, who, workbookFile('mixed_sheets.xlsx')));
  await test.close();
  return trace;
}

async function refreshes() {
  const google = await startOwnAccountServer();
  const { db, services } = google.test;
  const who = await google.test.signUp();
  const { id } = google.google.world.add('Tea house', TEA_TABS, { sharing: 'private', readers: [ROBOT] });
  const { project } = (await google.sync(who, id)).body;
  const events = createEvents();
  const sources = createSources({ drive: createDriveSource(services), google: createGoogleSource(services) });
  const report = (error: unknown) => {
    throw error;
  };
  const syncs = createSyncs({ ...services, events, sources, report });
  const end = refreshOnRead({ db, events, syncs, sources, report, now: () => Date.now() + 3_600_000 });
  const stored = await db.selectFrom('projects').selectAll().where('id', '=', project.id).executeTakeFirstOrThrow();
  const trace = await traceFiles(async () => {
    events.projectRead.emit(stored);
    await end();
  });
  await syncs.close();
  await google.close();
  return trace;
}

const traces = [readsRows, writesARow, uploads, refreshes];

test('the README lists four ways', () => expect(ways).toHaveLength(traces.length));

describe.each(ways.map((way, at) => ({ ...way, at })))('$name', ({ files, at }) => {
  test(`has at most ${MAX_FILES} files of at most ${MAX_LINES} lines`, () => {
    expect(files.length).toBeGreaterThan(3);
    expect(files.length).toBeLessThanOrEqual(MAX_FILES);
    expect(files.filter(({ file }) => !existsSync(join(server, `${file}.ts`)))).toEqual([]);
    expect(files.filter(({ file }) => linesOf(file) > MAX_LINES)).toEqual([]);
  });

  test('runs through each of them', async () => {
    const trace = await traces[at]!();
    expect(files.filter(({ file, isTraced }) => isTraced && !trace.has(file))).toEqual([]);
  });
});
