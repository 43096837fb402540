import { apiPaths } from '../../../../src/contract/paths';
import { buildTestApp } from '../../../fixtures/apps';
import { beforeTests } from '../../../fixtures/beforeTests';
import { madeWorkbook } from '../../../fixtures/driveFiles';
import { type Writable, writable } from '../../endpoints/write/writing';

const BOTH = madeWorkbook([
  { title: 'beans', sheetId: 3, cells: [['name'], ['Kaffa']] },
  { title: 'orders', sheetId: 5, cells: [['order'], ['00501']] },
]);

const test = beforeTests(() => buildTestApp());

const names = async (beans: Writable) => (await beans.rows()).map(({ name }) => name);

it('a row that an endpoint writes while its sheet is being deleted comes back with the sheet', async () => {
  const beans = await writable(test, BOTH);
  expect((await beans.call('POST', '', { body: { name: 'before' } })).status).toBe(201);
  const { sheetId } = beans.project;
  const ask = (method: 'DELETE' | 'POST', url: string, payload?: object) =>
    test.app.inject({ method, url, headers: beans.owner.headers, payload });
  const add = async (name: string) => {
    const { status } = await beans.call('POST', '', { body: { name } });
    return status === 201 ? [name] : [];
  };
  const first = Array.from({ length: 10 }, (_, at) => add(`first ${at}`));
  await Promise.race(first);
  const deleting = ask('DELETE', apiPaths.driveTab(sheetId, 3));
  const then = Array.from({ length: 10 }, (_, at) => add(`then ${at}`));
  const accepted = (await Promise.all([...first, ...then])).flat().sort();
  const deleted = await deleting;
  expect([deleted.statusCode, (await beans.call('GET')).status]).toEqual([200, 410]);
  const { removed } = deleted.json<{ removed: string }>();
  expect((await ask('POST', apiPaths.driveTabs(sheetId), { restore: removed })).statusCode).toBe(201);
  expect(accepted.length).toBeGreaterThan(0);
  expect((await names(beans)).slice(0, 2)).toEqual(['Kaffa', 'before']);
  expect((await names(beans)).slice(2).sort()).toEqual(accepted);
  expect((await beans.call('POST', '', { body: { name: 'afterwards' } })).status).toBe(201);
  beans.reload();
  expect((await names(beans)).slice(2, -1).sort()).toEqual(accepted);
  expect((await names(beans)).at(-1)).toBe('afterwards');
});

it('a cursor from before its sheet was deleted and restored has the rows of then, or has expired', async () => {
  const beans = await writable(test, BOTH);
  const { sheetId } = beans.project;
  const ask = (method: 'DELETE' | 'POST', url: string, payload?: object) =>
    test.app.inject({ method, url, headers: beans.owner.headers, payload });
  const add = async (name: string) => expect((await beans.call('POST', '', { body: { name } })).status).toBe(201);
  const cursor = async () => {
    const { pathname, search } = new URL((await beans.call('GET', '?_limit=1')).body.meta.next as string);
    return pathname + search;
  };
  const read = async (url: string) => {
    const { status, body } = await beans.call('GET', url);
    return status === 410 ? body.code : (body.data as { name: string }[]).map(({ name }) => name);
  };
  await add('Huila');
  const first = await cursor();
  expect(await read(first)).toEqual(['Huila']);
  for (const round of [1, 2]) {
    const { removed } = (await ask('DELETE', apiPaths.driveTab(sheetId, 3))).json<{ removed: string }>();
    expect((await ask('POST', apiPaths.driveTabs(sheetId), { restore: removed })).statusCode).toBe(201);
    beans.reload();
    expect(['cursor_expired', ['Huila']]).toContainEqual(await read(first));
    await add(`round ${round}`);
  }
  expect(await names(beans)).toEqual(['Kaffa', 'Huila', 'round 1', 'round 2']);
});
