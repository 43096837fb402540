import { apiPaths } from '../../../src/contract/paths';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { createdProject } from '../../fixtures/driveFiles';
import type { SignedIn } from '../../fixtures/people';
import { makeKey } from '../keys/keyOf';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const account = async ({ headers }: SignedIn) =>
  (await test.app.inject({ method: 'GET', url: apiPaths.account, headers })).json();

const own = { hasPassword: true, secondFactor: { on: false, required: false, recoveryCodes: 0 } };

it('counts the projects and the keys of the current person', async () => {
  const ann = await test.signUp();
  const bob = await test.signUp();
  const project = await createdProject(test, ann);
  const { key } = await makeKey(test, ann, project.id);
  await makeKey(test, ann, project.id);
  expect(await account(ann)).toEqual({ projects: 1, keys: 2, ...own });
  expect(await account(bob)).toEqual({ projects: 0, keys: 0, ...own });

  await test.app.inject({ method: 'DELETE', url: apiPaths.projectKey(project.id, key.id), headers: ann.headers });
  expect(await account(ann)).toEqual({ projects: 1, keys: 1, ...own });
  await test.app.inject({ method: 'DELETE', url: apiPaths.project(project.id), headers: ann.headers });
  expect(await account(ann)).toEqual({ projects: 0, keys: 0, ...own });
});
