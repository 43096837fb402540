import { apiPaths } from '../../../../src/contract/paths';
import { buildTestApp } from '../../../fixtures/apps';
import { beforeTests } from '../../../fixtures/beforeTests';
import { writable } from './writing';

const test = beforeTests(() => buildTestApp());

it('lets the owner write without a key, as under /v1', async () => {
  const cafes = await writable(test);
  const url = apiPaths.projectTabRows(cafes.project.id, cafes.sheetId);
  const { headers } = cafes.owner;
  const made = await test.app.inject({ method: 'POST', url, headers, payload: { Name: 'Fuglen', Founded: 1963 } });
  expect(made.statusCode).toBe(201);
  const { _id } = made.json().data;
  expect(made.headers.location).toBe(`http://localhost${cafes.base}/${_id}`);
  const changed = await test.app.inject({ method: 'PATCH', url: `${url}/${_id}`, headers, payload: { Open: true } });
  expect(changed.json().data).toMatchObject({ Name: 'Fuglen', Founded: 1963, Open: true });
  const several = await test.app.inject({ method: 'PUT', url: `${url}?City=London`, headers, payload: { Name: 'P' } });
  expect(several.json().meta).toMatchObject({ updated: 1 });
  const removed = await test.app.inject({ method: 'DELETE', url: `${url}/${_id}`, headers });
  expect(removed.statusCode).toBe(204);
  expect((await cafes.rows()).map(({ Name }) => Name)).toEqual(['Kaffa', 'Bønne', 'P']);
});

it('refuses a page of another site, and anybody without a session', async () => {
  const cafes = await writable(test);
  const url = apiPaths.projectTabRows(cafes.project.id, cafes.sheetId);
  const payload = { Name: 'Fuglen' };
  const { cookie } = cafes.owner;
  const strange = { cookie, origin: 'https://elsewhere.example' };
  expect((await test.app.inject({ method: 'POST', url, headers: strange, payload })).statusCode).toBe(403);
  expect((await test.app.inject({ method: 'POST', url, payload })).statusCode).toBe(401);
  const form = { cookie, origin: 'https://elsewhere.example', 'content-type': 'application/x-www-form-urlencoded' };
  expect((await test.app.inject({ method: 'POST', url, headers: form, payload: 'Name=A' })).statusCode).toBe(403);
  expect(await cafes.rows()).toHaveLength(3);
});
