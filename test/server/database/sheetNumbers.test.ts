import { sql } from 'kysely';
import { databaseKindOf } from '../../../src/server/database/database';
import { migrate } from '../../../src/server/database/migrate';
import { authOptionsOf } from '../../../src/server/session/auth';
import { apiPaths } from '../../../src/contract/paths';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { madeWorkbook, multipartOf, type SentFile, uploaded } from '../../fixtures/driveFiles';
import type { SignedIn } from '../../fixtures/people';

let test: TestApp;
let who: SignedIn;
beforeAll(async () => {
  test = await buildTestApp();
  who = await test.signUp();
});
afterAll(() => test.close());

/** The database as it was before sheets had numbers of their own. */
async function goBack() {
  const { db } = test;
  for (const table of ['drive_tabs', 'drive_version_tabs']) {
    await db.schema.alterTable(table).dropColumn('file_number').execute();
  }
  await sql`delete from kysely_migration where name = '019 sheet numbers'`.execute(db);
}

async function newVersion(id: string, file: SentFile) {
  const { headers, payload } = multipartOf(file);
  const request = { method: 'POST', url: apiPaths.driveVersions(id), payload } as const;
  const { statusCode } = await test.app.inject({ ...request, headers: { ...who.headers, ...headers } });
  expect(statusCode).toBe(201);
}

const numbersIn = async (table: 'drive_tabs' | 'drive_version_tabs', id: string) =>
  (await test.db.selectFrom(table).select('file_number').where('spreadsheet_id', '=', id).execute()).map(
    ({ file_number }) => file_number,
  );

const workbook = (name: string) => madeWorkbook([{ title: 'teas', sheetId: 7, cells: [['name'], [name]] }]);
const csv = (name: string): SentFile => ({ name: 'teas.csv', bytes: `name\n${name}\n` });

it('tabs of workbooks that were there before are found again by the numbers they had', async () => {
  const [book, table] = [await uploaded(test, who, workbook('Assam')), await uploaded(test, who, csv('Assam'))];
  await newVersion(book.id, workbook('Sencha'));
  await newVersion(table.id, csv('Sencha'));
  await goBack();
  const { settings, db } = test;
  await migrate(db, databaseKindOf(settings), { options: () => authOptionsOf({ settings, db }) });
  const all = async (id: string) => [await numbersIn('drive_tabs', id), await numbersIn('drive_version_tabs', id)];
  expect([await all(book.id), await all(table.id)]).toEqual([
    [[7], [7]],
    [[null], [null]],
  ]);
});
