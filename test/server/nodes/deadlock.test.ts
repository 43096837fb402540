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

type Cafes = Awaited<ReturnType<typeof writable>>;

const write = (cafes: Cafes) => cafes.call('POST', '', { body: { Name: 'written' } });

/**
 * Lets a write and another transaction wait for each other. PostgreSQL looks for that a second after one has begun to wait, and undoes
 * that one.
 *
 * @returns what the write is answered; undefined where the other one was undone, as it came more than a second later
 */
async function collide(cafes: Cafes) {
  const other = await test.db.startTransaction().execute();
  await other.selectFrom('drive_tabs').select('sheet_id').forUpdate().execute();
  const answered = write(cafes);
  await eventually(
    () => sessionsThatWait(test.db),
    (waiting) => waiting > 0,
  );
  const isDone = await other
    .selectFrom('project_tabs')
    .select('id')
    .forUpdate()
    .execute()
    .then(
      () => true,
      () => false,
    );
  if (isDone) await answered;
  await other.rollback().execute();
  const answer = await answered;
  return isDone ? answer : undefined;
}

it('a write that PostgreSQL undoes because of another transaction is told to come again, and then written once', async () => {
  const cafes = await writable(test);
  for (;;) {
    const before = (await cafes.rows()).length;
    const refused = await collide(cafes);
    if (refused === undefined) continue;
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' }, body: { code: 'busy' } });
    expect(await cafes.rows()).toHaveLength(before);
    expect((await write(cafes)).status).toBe(201);
    expect(await cafes.rows()).toHaveLength(before + 1);
    return;
  }
});
