import { apiPaths, endpointPath } from '../../../src/contract/paths';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import type { SignedIn } from '../../fixtures/people';
import { publishProject } from '../endpoints/published';

let server: TestApp;
let owner: SignedIn;
beforeAll(async () => {
  server = await buildTestApp();
  owner = await server.signUp();
});
afterAll(() => server.close());

const tabs = [{ title: 'teas', slug: 'teas', lines: ['Name;Price', 'Assam;4'] }];

it('gives the owner of a private project the complete document as a file', async () => {
  const { id } = await publishProject(server.db, owner.person.id, tabs, { access: 'private' });
  expect((await server.app.inject({ url: `${endpointPath(id)}/_openapi.json` })).statusCode).toBe(401);
  const answer = await server.app.inject({ url: apiPaths.projectOpenapi(id), headers: owner.headers });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename=".+\.openapi\.json"/);
  expect(answer.headers['cache-control']).toBe('private, no-store');
  const document = answer.json<{ openapi: string; paths: Record<string, object> }>();
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths).some((path) => path.endsWith('/teas'))).toBe(true);
  expect(answer.body).toContain('Price');
});

it('needs a session', async () => {
  const { id } = await publishProject(server.db, owner.person.id, tabs, { access: 'public' });
  expect((await server.app.inject({ url: apiPaths.projectOpenapi(id) })).statusCode).toBe(401);
});
