import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { eventually } from '../../fixtures/eventually';
import { sessionsThatWait } from '../../fixtures/halfway';
import { requirePostgres } from '../../fixtures/nodes';
import { writable } from '../endpoints/write/writing';

let test: TestApp;
beforeAll(async () => {
  requirePostgres();
  test = await buildTestApp();
});
afterAll(() => test.close());

it('a write that PostgreSQL undoes because of another transaction is told to come again, and then written once', async () => {
  const cafes = await writable(test);
  const before = (await cafes.rows()).length;
  const write = () => cafes.call('POST', '', { body: { Name: 'written' } });
  const other = await test.db.startTransaction().execute();
  await other.selectFrom('drive_tabs').select('sheet_id').forUpdate().execute();
  const refused = write();
  await eventually(
    () => sessionsThatWait(test.db),
    (waiting) => waiting > 0,
  );
  // Now each waits for the other; PostgreSQL looks for that a second after the first began to wait, and undoes that one.
  await other.selectFrom('project_tabs').select('id').forUpdate().execute();
  expect(await refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' }, body: { code: 'busy' } });
  await other.rollback().execute();
  expect(await cafes.rows()).toHaveLength(before);
  expect((await write()).status).toBe(201);
  expect(await cafes.rows()).toHaveLength(before + 1);
});
