import { apiPaths, authPaths } from '../../src/contract/paths';
import type { DriveSpreadsheetAnswer } from '../../src/contract/drive';
import type { ProjectAnswer } from '../../src/contract/projects';
import { buildSpawnable, type BuiltServer, EMAIL, get, post, signUp } from '../fixtures/spawned';

let built: BuiltServer;
beforeAll(async () => {
  built = await buildSpawnable();
});
afterEach(() => built.clear());
afterAll(() => built.remove());

test('an account and its session outlive a kill at once', async () => {
  const first = await built.start();
  const cookie = await signUp(first);
  await first.end('SIGKILL');
  const second = await built.start();
  expect(await get(second, authPaths.getSession, cookie)).toMatchObject({ user: { email: EMAIL } });
});

test('a project and its rows outlive a kill at once', async () => {
  const first = await built.start();
  const cookie = await signUp(first);
  const form = new FormData();
  form.append('file', new Blob(['Name,Code\nOslo,00501\n']), 'cities.csv');
  const upload = await post(first, apiPaths.driveSpreadsheets, form, cookie);
  expect(upload.status).toBe(201);
  const { spreadsheet } = (await upload.json()) as DriveSpreadsheetAnswer;
  const created = await post(first, apiPaths.projectsSync, { sheetId: spreadsheet.id }, cookie);
  const killed = first.end('SIGKILL');
  const { project } = (await created.json()) as ProjectAnswer;
  await killed;

  const second = await built.start();
  expect(await get(second, apiPaths.projects, cookie)).toMatchObject({
    projects: [{ id: project.id, sheetId: spreadsheet.id }],
  });
  const rows = apiPaths.projectTabRows(project.id, project.tabs[0]?.sheetId ?? 0);
  expect(await get(second, rows, cookie)).toMatchObject({ data: [{ Name: 'Oslo', Code: '00501' }] });
});
