import { newDriveId } from '../../../src/server/drive/driveRepository';
import { listTabsOf } from '../../../src/server/auth/ownedProjects';
import { removeExpired } from '../../../src/server/store/log/history';
import { Refusal } from '../../../src/server/refusal';
import { createSources } from '../../../src/server/sync/sources';
import { createSyncs, type SyncsOptions, type InTurn } from '../../../src/server/sync/syncs';
import type { Workers } from '../../../src/server/workers/workers';
import { collectedBlobs } from '../../fixtures/collectedBlobs';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { createGate } from '../../fixtures/gates';
import { createPlainSource, TEAS } from '../../fixtures/plainSource';

const fail = (error: unknown) => {
  throw error;
};

let owner: { id: string };
const test = beforeTests(() => buildTestApp());
beforeAll(async () => {
  owner = (await test.signUp()).person;
});

/** Creates syncs of one spreadsheet, whose source the test controls. */
function setUp({
  softTimeoutMs = 60_000,
  workers = test.workers,
  ...more
}: Partial<Pick<SyncsOptions, 'softTimeoutMs' | 'responseTimeoutMs' | 'workers' | 'inTurn'>> = {}) {
  const source = createPlainSource();
  const sources = createSources({ drive: source, google: source });
  const reported: unknown[] = [];
  const report = (error: unknown) => void reported.push(error);
  const syncs = createSyncs({ ...test.services, workers, sources, report, softTimeoutMs, ...more });
  const sheetId = newDriveId();
  const projects = () => test.db.selectFrom('projects').selectAll().where('sheet_id', '=', sheetId).execute();
  return { source, syncs, sheetId, reported, projects, sync: () => syncs.sync(owner, sheetId) };
}

const blobIds = async () => (await test.db.selectFrom('blobs').select('id').execute()).map(({ id }) => id);

const deleteProject = (id: string) =>
  test.db.updateTable('projects').set({ deleted_at: new Date().toISOString() }).where('id', '=', id).execute();

describe('the first sync', () => {
  it('creates the project with its tabs', async () => {
    const { sync, projects } = setUp();
    const project = await sync();
    expect(project).toMatchObject({ title: 'Tea house', status: 'live', revision: 1, access: 'private', writable: 1 });
    expect(await projects()).toEqual([project]);
    const [tab] = await listTabsOf(test.db, [project.id]);
    expect(tab).toMatchObject({ title: 'Teas', slug: 'teas', rows: 2, published: 1, revision: 1 });
  });

  it('leaves nothing behind when it fails', async () => {
    const { sync, source, projects } = setUp();
    const before = await blobIds();
    source.before = () => Promise.reject(new Refusal('source_private', 'This spreadsheet is private.'));
    await expect(sync()).rejects.toMatchObject({ code: 'source_private' });
    expect(await projects()).toEqual([]);
    expect(await blobIds()).toEqual(before);
  });

  it('leaves nothing behind when its rows are stored but cannot be published', async () => {
    const { syncs, sheetId, projects } = setUp();
    const before = await blobIds();
    const leaving = syncs.sync({ id: 'somebody who has just left' }, sheetId);
    await expect(leaving).rejects.toMatchObject({ code: 'signed_out' });
    expect(await projects()).toEqual([]);
    expect(await blobIds()).toEqual(before);
  });
});

describe('syncing again', () => {
  it('returns the same project, and the same revision if nothing has changed', async () => {
    const { sync } = setUp();
    const first = await sync();
    const second = await sync();
    expect(second).toMatchObject({ id: first.id, revision: 1 });
    expect(Date.parse(second.synced_at ?? '')).toBeGreaterThanOrEqual(Date.parse(first.synced_at ?? ''));
  });

  it('creates one project for many concurrent calls, and reads once for all of them', async () => {
    const { sync, source, projects } = setUp();
    const answers = await Promise.all(Array.from({ length: 8 }, sync));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await projects()).toHaveLength(1);
    expect(source.reads).toBe(1);
  });

  it('reads again for people who ask during a refresh, once for all of them', async () => {
    const { sync, syncs, sheetId, source } = setUp();
    await sync();
    const [gate, asked] = [createGate(), createGate()];
    source.before = () => {
      asked.open();
      return gate.opened;
    };
    const refresh = syncs.refresh(owner, sheetId);
    await asked.opened;
    const answers = [1, 2, 3].map(() => syncs.syncExisting(owner, sheetId));
    gate.open();
    await Promise.all([refresh, ...answers]);
    expect(source.reads).toBe(3);
  });

  it('increases the revision of the project and of the tab whose rows have changed', async () => {
    const { sync, source } = setUp();
    const other = { ...TEAS, sheetId: 2, title: 'Other' };
    source.sheet.tabs = [TEAS, other];
    const { id } = await sync();
    source.sheet.tabs = [{ ...TEAS, cells: [...TEAS.cells, ['Sencha', 9]] }, other];
    expect(await sync()).toMatchObject({ id, revision: 2 });
    const tabs = await listTabsOf(test.db, [id]);
    expect(tabs.map(({ title, rows, revision }) => [title, rows, revision])).toEqual([
      ['Teas', 3, 2],
      ['Other', 2, 1],
    ]);
  });

  it('keeps a renamed tab, with its former names, and gives it a former name back', async () => {
    const { sync, source } = setUp();
    const { id } = await sync();
    const [before] = await listTabsOf(test.db, [id]);
    const renamed = async (title: string) => {
      source.sheet.tabs = [{ ...TEAS, title }];
      const { revision } = await sync();
      const [after] = await listTabsOf(test.db, [id]);
      expect(after?.id).toBe(before?.id);
      return [revision, after?.title, after?.slug, JSON.parse(after?.former_names ?? '')];
    };
    expect(await renamed('Green teas')).toEqual([2, 'Green teas', 'green-teas', ['Teas', 'teas']]);
    expect(await renamed('Teas')).toEqual([3, 'Teas', 'teas', ['Green teas', 'green-teas']]);
  });

  it('marks a vanished tab, and restores it when it is back', async () => {
    const { sync, source } = setUp();
    const other = { ...TEAS, sheetId: 2, title: 'Other' };
    source.sheet.tabs = [TEAS, other];
    const { id } = await sync();
    const ids = (await listTabsOf(test.db, [id])).map((tab) => tab.id);
    source.sheet.tabs = [TEAS];
    expect(await sync()).toMatchObject({ revision: 2 });
    const vanished = await test.db
      .selectFrom('project_tabs')
      .selectAll()
      .where('id', '=', ids[1] ?? '')
      .executeTakeFirst();
    expect(vanished?.gone_at).not.toBeNull();
    source.sheet.tabs = [TEAS, other];
    expect(await sync()).toMatchObject({ revision: 3 });
    expect((await listTabsOf(test.db, [id])).map((tab) => tab.id)).toEqual(ids);
  });

  it('keeps the last good copy, with the reason why it is not newer', async () => {
    const { sync, source, projects } = setUp();
    const good = await sync();
    source.before = () => Promise.reject(new Refusal('source_private', 'This spreadsheet is private.'));
    await expect(sync()).rejects.toMatchObject({ code: 'source_private' });
    const [stored] = await projects();
    expect(stored).toEqual({ ...good, status: 'needsAccess', status_reason: 'This spreadsheet is private.' });
    source.before = () => Promise.reject(new Refusal('source_not_found', 'There is no spreadsheet at this URL.'));
    await expect(sync()).rejects.toMatchObject({ code: 'source_not_found' });
    expect((await projects())[0]).toMatchObject({ status: 'stale', revision: 1 });
    source.before = async () => undefined;
    expect(await sync()).toMatchObject({ id: good.id, status: 'live', status_reason: null });
  });

  it('reports unexpected errors, and hides them from the person', async () => {
    const { sync, source, projects, reported } = setUp();
    await sync();
    const failure = new Error('the password is 12345');
    source.before = () => Promise.reject(failure);
    await expect(sync()).rejects.toBe(failure);
    expect(reported).toEqual([failure]);
    expect((await projects())[0]?.status).toBe('stale');
    expect((await projects())[0]?.status_reason).not.toContain('12345');
  });

  it('does not mark a project as stale because the server is busy', async () => {
    const { sync, source, projects } = setUp();
    await sync();
    source.before = () => Promise.reject(new Refusal('busy', 'Other workbooks are being read right now.'));
    await expect(sync()).rejects.toMatchObject({ code: 'busy' });
    expect((await projects())[0]?.status).toBe('live');
  });

  it('creates a new project after the old one was deleted', async () => {
    const { sync, projects } = setUp();
    const first = await sync();
    await deleteProject(first.id);
    const second = await sync();
    expect(second.id).not.toBe(first.id);
    expect(await projects()).toHaveLength(2);
  });

  it('does not bring back a project that is deleted meanwhile', async () => {
    const { sync, source, projects } = setUp();
    const { id } = await sync();
    const [gate, asked] = [createGate(), createGate()];
    source.before = () => {
      asked.open();
      return gate.opened;
    };
    const again = expect(sync()).rejects.toMatchObject({ code: 'not_found' });
    await asked.opened;
    await deleteProject(id);
    gate.open();
    await again;
    expect(await projects()).toHaveLength(1);
  });

  it.each(['refresh', 'syncExisting'] as const)(
    'creates no project in place of one deleted before a %s',
    async (name) => {
      const { sync, syncs, sheetId, projects } = setUp();
      const { id } = await sync();
      const others = createGate();
      const work = syncs.exclusively(owner, sheetId, () => others.opened);
      const waiting = expect(syncs[name](owner, sheetId)).rejects.toMatchObject({ code: 'not_found' });
      await deleteProject(id);
      const created = sync();
      others.open();
      await Promise.all([work, waiting]);
      expect((await created).id).not.toBe(id);
      expect(await projects()).toHaveLength(2);
    },
  );

  it('creates a new project while a sync of the deleted one runs', async () => {
    const { sync, syncs, sheetId, source, projects } = setUp();
    const { id } = await sync();
    const [gate, asked] = [createGate(), createGate()];
    source.before = () => {
      asked.open();
      return gate.opened;
    };
    const refresh = expect(syncs.refresh(owner, sheetId)).rejects.toMatchObject({ code: 'not_found' });
    await asked.opened;
    await deleteProject(id);
    const created = sync();
    gate.open();
    await refresh;
    expect((await created).id).not.toBe(id);
    expect(await projects()).toHaveLength(2);
  });
});

describe('a sync that takes long', () => {
  /** Workers whose jobs begin after `ready`. */
  const slowWorkers = (ready: () => Promise<void>): Workers => ({
    run: async (name, input, options) => {
      await ready();
      return test.workers.run(name, input, options);
    },
    load: () => ({ running: 0, waiting: 0 }),
    close: async () => undefined,
  });

  const settled = async (read: () => Promise<{ status: string }[]>) => {
    for (;;) {
      const [project] = await read();
      if (project !== undefined && project.status !== 'syncing') return project;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };

  it('returns a new project as syncing, and continues', async () => {
    const gate = createGate();
    const { sync, projects } = setUp({ softTimeoutMs: 1, workers: slowWorkers(() => gate.opened) });
    const project = await sync();
    expect(project).toMatchObject({ status: 'syncing', revision: 0, synced_at: null, title: 'Tea house' });
    expect(await sync()).toMatchObject({ id: project.id, status: 'syncing' });
    gate.open();
    expect(await settled(projects)).toMatchObject({ id: project.id, status: 'live', revision: 1 });
    expect(await listTabsOf(test.db, [project.id])).toHaveLength(1);
  });

  it('responds in time while others read or write the spreadsheet, and continues when they are done', async () => {
    const others = createGate();
    const inTurn: InTurn = (_sheetId, work) => others.opened.then(() => work(async () => undefined));
    const { sync, projects, reported } = setUp({ softTimeoutMs: 1, responseTimeoutMs: 20, inTurn });
    const told = { code: 'busy', detail: expect.stringMatching(/being read or written/) };
    await expect(sync()).rejects.toMatchObject(told);
    expect(await projects()).toEqual([]);
    others.open();
    expect(await settled(projects)).toMatchObject({ status: 'live', revision: 1 });
    expect(reported).toEqual([]);
  });

  it('returns a known project with its current rows', async () => {
    let ready = Promise.resolve();
    const workers = slowWorkers(() => ready);
    const { syncs, sheetId, source, projects } = setUp({ softTimeoutMs: 1, workers });
    const made = await syncs.sync(owner, sheetId);
    // The sync is over: the next call starts another one.
    await syncs.exclusively(owner, sheetId, async () => undefined);
    const gate = createGate();
    ready = gate.opened;
    source.sheet.tabs = [{ ...TEAS, cells: [...TEAS.cells, ['Sencha', 9]] }];
    expect(await syncs.sync(owner, sheetId)).toMatchObject({ id: made.id, status: 'syncing', revision: 1 });
    gate.open();
    expect(await settled(projects)).toMatchObject({ status: 'live', revision: 2 });
  });

  it('sets the error on the project if it fails after the response', async () => {
    const gate = createGate();
    const workers = slowWorkers(async () => {
      await gate.opened;
      throw new Refusal('too_large', 'This spreadsheet is too large.');
    });
    const { sync, projects } = setUp({ softTimeoutMs: 1, workers });
    await sync();
    gate.open();
    expect(await settled(projects)).toMatchObject({ status: 'stale', status_reason: 'This spreadsheet is too large.' });
  });

  it('is resumed after the process has ended', async () => {
    const gate = createGate();
    const cut = setUp({ softTimeoutMs: 1, workers: slowWorkers(() => gate.opened) });
    const { id } = await cut.sync();
    const closed = cut.syncs.close();
    gate.open();
    await closed;
    expect((await cut.projects())[0]).toMatchObject({ id, status: 'syncing' });

    await setUp().syncs.recover();
    expect((await cut.projects())[0]).toMatchObject({ id, status: 'live', revision: 1 });
    expect(await listTabsOf(test.db, [id])).toHaveLength(1);
  });
});

describe('replaced rows', () => {
  it('stay for running responses and cursors, then are removed', async () => {
    const { sync, source } = setUp();
    const { id } = await sync();
    const [old] = await listTabsOf(test.db, [id]);
    source.sheet.tabs = [{ ...TEAS, cells: [...TEAS.cells, ['Sencha', 9]] }];
    await sync();
    const isThereAfter = async (days: number) => {
      const options = { ...test, retention: { days: 30, revisions: 0 }, report: fail };
      await removeExpired(options, new AbortController().signal, Date.now() + days * 24 * 60 * 60_000);
      return (await collectedBlobs(test.db)).includes(old?.snapshot_blob ?? '');
    };
    expect([await isThereAfter(29), await isThereAfter(31)]).toEqual([true, false]);
  });
});
