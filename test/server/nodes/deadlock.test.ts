import { sql } from 'kysely';
import { authPaths } from '../../../src/contract/paths';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { createdProject } from '../../fixtures/driveFiles';
import { eventually } from '../../fixtures/eventually';
import { sessionsThatWait } from '../../fixtures/halfway';
import { requirePostgres } from '../../fixtures/nodes';
import { PASSWORD, type SignedIn } from '../../fixtures/people';
import { postTo } from '../../fixtures/secondFactors';
import { writable } from '../endpoints/write/writing';

const test = beforeTests(() => buildTestApp());
beforeAll(async () => {
  requirePostgres();
});

type Cafes = Awaited<ReturnType<typeof writable>>;

const write = (cafes: Cafes) => cafes.call('POST', '', { body: { Name: 'written' } });

/**
 * Makes a write and another transaction deadlock. PostgreSQL detects that a second after one has started to wait, and aborts that
 * one.
 *
 * @returns the response to the write; undefined if the other transaction was aborted, because the write came more than a second
 * later
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

/** Makes the deletion of an account and another transaction deadlock, like {@link collide}. */
async function collideWithDeletion({ person, cookie }: SignedIn) {
  const other = await test.db.startTransaction().execute();
  await other.selectFrom('drive_tabs').select('sheet_id').forUpdate().execute();
  const answered = postTo(test)(authPaths.deleteUser, { password: PASSWORD }, cookie);
  await eventually(
    () => sessionsThatWait(test.db),
    (waiting) => waiting > 0,
  );
  const isDone = await sql`select id from "user" where id = ${person.id} for update`.execute(other).then(
    () => true,
    () => false,
  );
  await other.rollback().execute();
  const { statusCode } = await answered;
  return isDone ? statusCode : undefined;
}

it('an account is deleted although PostgreSQL aborts the deletion because of a deadlock', async () => {
  for (;;) {
    const person = await test.signUp();
    await createdProject(test, person);
    const status = await collideWithDeletion(person);
    if (status === undefined) continue;
    expect(status).toBe(200);
    return;
  }
});

it('a write that PostgreSQL aborts because of a deadlock gets Retry-After, and is then done once', async () => {
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
