import { apiPaths } from '../../../src/contract/paths';
import type { Project } from '../../../src/contract/projects';
import type { RowsAnswer } from '../../../src/contract/rows';
import type { DerivedTab } from '../../../src/server/normalise/derivedTab';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { createdProject, uploaded, workbookFile } from '../../fixtures/driveFiles';
import type { SignedIn } from '../../fixtures/people';

let server: TestApp;
let owner: SignedIn;
beforeAll(async () => {
  server = await buildTestApp();
  owner = await server.signUp();
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => server.close());

const jobsOf = () => {
  const run = jest.spyOn(server.workers, 'run');
  return () => run.mock.calls.map(([name]) => name);
};

const sync = async (sheetId: string) =>
  (
    await server.app.inject({
      method: 'POST',
      url: apiPaths.projectsSync,
      headers: owner.headers,
      payload: { sheetId },
    })
  ).json<{ project: Project }>().project;

const rowsOf = async ({ id, tabs }: Project) =>
  (
    await server.app.inject({ url: apiPaths.projectTabRows(id, tabs[0]?.sheetId ?? 0), headers: owner.headers })
  ).json<RowsAnswer>();

describe('a spreadsheet that has just been uploaded', () => {
  test('is derived once, for the upload and the sync after it', async () => {
    const jobs = jobsOf();
    const project = await createdProject(server, owner, workbookFile('world-reference.xlsx'));
    expect(jobs()).toEqual(['importWorkbook']);
    expect(project.tabs.map(({ title, rows }) => [title, rows])).toEqual([
      ['Countries', 249],
      ['S&P 500', 503],
      ['Notes', 2],
    ]);
  });

  test('has the same rows as when it is derived again: the next sync finds no difference', async () => {
    const { id } = await uploaded(server, owner, workbookFile('world-reference.xlsx'));
    const first = await sync(id);
    const jobs = jobsOf();
    const second = await sync(id);
    expect(jobs()).toEqual(['deriveTab', 'deriveTab', 'deriveTab']);
    expect(second.revision).toBe(first.revision);
    expect(await rowsOf(second)).toEqual(await rowsOf(first));
  });

  test('is derived again if its draft was evicted', async () => {
    const { id } = await uploaded(server, owner);
    const tabs = await server.db.selectFrom('drive_tabs').selectAll().where('spreadsheet_id', '=', id).execute();
    for (const { raw_blob } of tabs) expect(server.services.derivedDrafts.take(raw_blob)).toBeDefined();
    const jobs = jobsOf();
    expect((await sync(id)).tabs[0]?.rows).toBe(2);
    expect(jobs()).toEqual(['deriveTab']);
  });
});

describe('a draft', () => {
  const tabOf = (bytes: number): DerivedTab => ({
    columns: [],
    rows: 0,
    headerRow: null,
    warnings: [],
    packed: Buffer.alloc(bytes),
  });

  test('can be taken once', () => {
    const drafts = server.services.derivedDrafts;
    drafts.set('once', tabOf(1), 1);
    expect(drafts.take('once')).toBeDefined();
    expect(drafts.take('once')).toBeUndefined();
  });

  test('is evicted for later ones', () => {
    const drafts = server.services.derivedDrafts;
    for (const name of ['one', 'two', 'three']) drafts.set(name, tabOf(1), 40 * 1024 * 1024);
    expect(['one', 'two', 'three'].map((name) => drafts.take(name) !== undefined)).toEqual([false, true, true]);
  });

  test('is evicted after half an hour', () => {
    const { derivedDrafts: drafts, memory } = server.services;
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(now);
    drafts.set('late', tabOf(1), 1);
    clock.mockReturnValue(now + 29 * 60_000);
    memory.evictIdle();
    expect(drafts.get('late')).toBeDefined();
    clock.mockReturnValue(now + 60 * 60_000);
    memory.evictIdle();
    clock.mockRestore();
    expect(drafts.take('late')).toBeUndefined();
  });
});
