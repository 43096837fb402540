import { apiPaths } from '../../../src/contract/paths';
import type { Project } from '../../../src/contract/projects';
import type { RowsAnswer } from '../../../src/contract/rows';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { createdProject, uploaded, workbookFile } from '../../fixtures/driveFiles';

const server = beforeTests(() => buildTestApp());
const owner = beforeTests(() => server.signUp());
afterEach(() => jest.restoreAllMocks());

const jobsOf = () => {
  const run = jest.spyOn(server.workers, 'run');
  return () => run.mock.calls.map(([name]) => name);
};

async function sync(sheetId: string) {
  const asked = { method: 'POST', url: apiPaths.projectsSync, headers: owner.headers, payload: { sheetId } } as const;
  return (await server.app.inject(asked)).json<{ project: Project }>().project;
}

async function rowsOf({ id, tabs }: Project) {
  const url = apiPaths.projectTabRows(id, tabs[0]?.sheetId ?? 0);
  return (await server.app.inject({ url, headers: owner.headers })).json<RowsAnswer>();
}

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
