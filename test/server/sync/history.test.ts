import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { apiPaths } from '../../../src/contract/paths';
import type { Project } from '../../../src/contract/projects';
import type { SyncProgress, SyncsAnswer } from '../../../src/contract/syncs';
import { newDriveId } from '../../../src/server/drive/driveRepository';
import { Refusal } from '../../../src/server/refusal';
import { createSources } from '../../../src/server/sync/sources';
import { spreadsheetLock } from '../../../src/server/database/locks';
import { listRuns, purgeRuns } from '../../../src/server/sync/syncRuns';
import { createSyncs } from '../../../src/server/sync/syncs';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { createdProject, SMALL_CSV } from '../../fixtures/driveFiles';
import { createPlainSource, TEAS } from '../../fixtures/plainSource';

const test = beforeTests(() => buildTestApp());
const owner = beforeTests(() => test.signUp());

function setUp() {
  const source = createPlainSource();
  const sources = createSources({ drive: source, google: source });
  const syncs = createSyncs({ ...test.services, sources, report: () => undefined });
  const sheetId = newDriveId();
  const sync = () => syncs.sync(owner.person, sheetId);
  const runs = async () => {
    const project = await test.db
      .selectFrom('projects')
      .select('id')
      .where('sheet_id', '=', sheetId)
      .executeTakeFirst();
    return (await listRuns(test.db, project?.id ?? '', 30)).syncs;
  };
  return { source, syncs, sheetId, sync, runs };
}

const history = async (project: Project, query = '') => {
  const url = `${apiPaths.projectSyncs(project.id)}${query}`;
  const response = await test.app.inject({ url, headers: owner.headers });
  return { status: response.statusCode, body: response.json<SyncsAnswer>() };
};

describe('the history', () => {
  it('lists the changes of each sync by tab', async () => {
    const { sync, source, runs } = setUp();
    const other = { ...TEAS, sheetId: 2, title: 'Other' };
    source.sheet.tabs = [TEAS, other];
    await sync();
    await sync();
    const [header, first] = TEAS.cells;
    source.sheet.tabs = [{ ...TEAS, cells: [header ?? [], first ?? [], ['Darjeeling', 8], ['Sencha', 9]] }];
    await sync();
    const [newest, second, oldest] = await runs();
    expect(newest?.changes).toEqual([
      { sheetId: 1, title: 'Teas', added: 1, changed: 1, deleted: 0 },
      { sheetId: 2, title: 'Other', added: 0, changed: 0, deleted: 2 },
    ]);
    expect(newest).toMatchObject({ startedBy: 'person', result: 'done', revision: 2 });
    expect(newest?.milliseconds).toBeGreaterThanOrEqual(0);
    expect(second).toMatchObject({ changes: [], revision: 1 });
    expect(oldest?.changes).toMatchObject([{ added: 2 }, { added: 2 }]);
  });

  it('has the reason of a failed sync, but no entry if the server was busy', async () => {
    const { sync, source, runs } = setUp();
    await sync();
    source.before = () => Promise.reject(new Refusal('busy', 'Other workbooks are being read right now.'));
    await expect(sync()).rejects.toMatchObject({ code: 'busy' });
    source.before = () => Promise.reject(new Refusal('source_private', 'This spreadsheet is private.'));
    await expect(sync()).rejects.toMatchObject({ code: 'source_private' });
    const all = await runs();
    expect(all).toHaveLength(2);
    expect(all[0]).toMatchObject({ result: 'failed', reason: 'This spreadsheet is private.', changes: [] });
  });

  it('makes ids of vanished rows answer 410', async () => {
    const { sync, source } = setUp();
    const { id } = await sync();
    source.sheet.tabs = [{ ...TEAS, cells: TEAS.cells.slice(0, 2) }];
    await sync();
    const url = `/api/projects/${id}/tabs/1/rows/r_1_2`;
    const response = await test.app.inject({ method: 'DELETE', url, headers: owner.headers });
    expect(response.statusCode).toBe(410);
  });

  it('lists changes of settings that derive rows again', async () => {
    const project = await createdProject(test, owner);
    const sheetId = project.tabs[0]?.sheetId;
    const update = (payload: object) =>
      test.app.inject({ method: 'PUT', url: apiPaths.projectUpdate(project.id), headers: owner.headers, payload });
    await update({ title: 'Tea house' });
    await update({ tabs: [{ sheetId, columnTypes: { price: 'text' } }] });
    const { body } = await history(project);
    expect(body.syncs.map(({ startedBy }) => startedBy)).toEqual(['settings', 'person']);
    expect(body.syncs[0]?.changes).toMatchObject([{ changed: 2 }]);
  });

  it('is paged, and old entries are removed', async () => {
    const project = await createdProject(test, owner);
    const day = 24 * 60 * 60 * 1000;
    const at = (days: number, second: number) => new Date(Date.now() - days * day - second * 1000).toISOString();
    const run = {
      project_id: project.id,
      started_by: 'schedule',
      milliseconds: 5,
      result: 'done',
      revision: 1,
    } as const;
    const old = Array.from({ length: 60 }, (_, n) => ({
      ...run,
      id: `00000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`,
      started_at: at(n < 55 ? 1 : 31, n),
      reason: null,
      changes: '[]',
    }));
    await test.db.insertInto('sync_runs').values(old).execute();
    const first = await history(project);
    expect(first.body).toMatchObject({ keptDays: 30 });
    expect(first.body.syncs).toHaveLength(50);
    const rest = await history(project, `?before=${encodeURIComponent(first.body.next ?? '')}`);
    expect(rest.body.syncs).toHaveLength(6);
    expect(rest.body.next).toBeUndefined();
    expect((await history(project, '?before=yesterday')).status).toBe(400);
    await purgeRuns(test.db, 30, new Date());
    const left = await test.db.selectFrom('sync_runs').select('id').where('project_id', '=', project.id).execute();
    expect(left).toHaveLength(56);
  });

  it('moves with its project to another address', async () => {
    const project = await createdProject(test, owner, { ...SMALL_CSV, name: 'moving.csv' });
    const url = apiPaths.projectNewAddress(project.id);
    const moved = await test.app.inject({ method: 'POST', url, headers: owner.headers });
    expect((await history(moved.json<{ project: Project }>().project)).body.syncs).toHaveLength(1);
  });
});

describe('progress', () => {
  it('reports each tab as waiting, reading and done', async () => {
    const { sync, source, sheetId } = setUp();
    source.sheet.tabs = [TEAS, { ...TEAS, sheetId: 2, title: 'Other' }];
    const told: SyncProgress[] = [];
    const leave = test.services.progressHub.watch(spreadsheetLock(owner.person, sheetId), (progress) =>
      told.push(progress),
    );
    await sync();
    leave();
    expect(told[0]).toEqual({ phase: 'idle', tabs: [] });
    expect(told.find(({ tabs }) => tabs.length > 0)?.tabs).toEqual([
      { sheetId: 1, title: 'Teas', phase: 'waiting', rows: 0, total: 2 },
      { sheetId: 2, title: 'Other', phase: 'waiting', rows: 0, total: 2 },
    ]);
    expect(told.some(({ tabs }) => tabs[0]?.phase === 'done' && tabs[1]?.phase === 'reading')).toBe(true);
    expect(told.at(-1)).toMatchObject({ phase: 'done', tabs: [{ phase: 'done', rows: 2 }, { phase: 'done' }] });
  });

  it('is a stream of events that ends with the sync', async () => {
    const project = await createdProject(test, owner, { ...SMALL_CSV, name: 'streamed.csv' });
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const address = test.app.server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const path = apiPaths.projectProgress(project.id);
    const stream = async () => {
      const asked = request({ port, path, headers: { cookie: owner.cookie } }).end();
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      response.setEncoding('utf8');
      return { asked, response };
    };
    const { response } = await stream();
    expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    let body = '';
    response.on('data', (text: string) => (body += text));
    const ended = once(response, 'end');
    while (!body.includes('idle')) await once(response, 'data');
    const url = apiPaths.projectSyncNow(project.id);
    await test.app.inject({ method: 'POST', url, headers: owner.headers });
    await ended;
    const events = body
      .split('\n\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line.replace('data: ', '')) as SyncProgress);
    expect(events.at(-1)).toMatchObject({ phase: 'done', tabs: [{ title: 'streamed', phase: 'done', rows: 2 }] });

    const open = await Promise.all([stream(), stream(), stream(), stream()]);
    const fifth = await stream();
    expect(fifth.response.statusCode).toBe(429);
    for (const { asked } of open) asked.destroy();
    for (;;) {
      const again = await stream();
      again.asked.destroy();
      if (again.response.statusCode === 200) break;
    }
  });
});
