import { apiPaths } from '../../../src/contract/paths';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { createdProject, uploaded } from '../../fixtures/driveFiles';
import type { SignedIn } from '../../fixtures/people';

const server = beforeTests(() => buildTestApp());

const ROWS = Array.from({ length: 200 }, (_, n) => `Person ${n},${n}\n`);
const PEOPLE = { name: 'people.csv', bytes: `Name,Age\n${ROWS.join('')}` };

const remove = async ({ headers }: SignedIn, url: string) => {
  expect((await server.app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(204);
};

const held = () => server.services.memory.bytes;

/** Creates a project, and sends requests that fill all its caches. */
async function askedProject(owner: SignedIn) {
  const project = await createdProject(server, owner, PEOPLE);
  const { headers } = owner;
  const url = apiPaths.projectUpdate(project.id);
  await server.app.inject({ method: 'PUT', url, headers, payload: { access: 'public' } });
  const base = `/v1/${project.id}/${project.tabs[0]?.slug}`;
  for (const query of ['', '?_sort=Name', '?_values=text', '.csv', '/_schema']) {
    expect((await server.app.inject({ url: base + query, headers })).statusCode).toBe(200);
  }
  const { sheetId = 0 } = project.tabs[0] ?? {};
  await server.app.inject({ url: apiPaths.driveTabRows(project.sheetId, sheetId), headers });
  return project;
}

test('deleted projects and spreadsheets leave nothing in memory', async () => {
  const owner = await server.signUp();
  const before = held();
  const project = await askedProject(owner);
  expect(held()).toBeGreaterThan(before);
  await remove(owner, apiPaths.project(project.id));
  await remove(owner, apiPaths.driveSpreadsheet(project.sheetId));
  expect(held()).toBe(before);
});

test('nor does a spreadsheet without a project', async () => {
  const owner = await server.signUp();
  const before = held();
  const { id } = await uploaded(server, owner, PEOPLE);
  expect(held()).toBeGreaterThan(before);
  await remove(owner, apiPaths.driveSpreadsheet(id));
  expect(held()).toBe(before);
});
