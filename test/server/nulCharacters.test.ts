import { apiPaths, authPaths } from '../../src/contract/paths';
import { buildTestApp } from '../fixtures/apps';
import { beforeTests } from '../fixtures/beforeTests';
import { madeWorkbook } from '../fixtures/driveFiles';
import { ORIGIN } from '../fixtures/people';
import { writable } from './endpoints/write/writing';

/** A workbook with a NUL, as its format writes it, in a title, a header and values. */
const NULS = madeWorkbook([
  {
    title: 'T_x0000_itle',
    cells: [
      ['Code', 'No_x0000_te'],
      ['A_x0000_', '1_x0000_'],
      ['B', '2'],
    ],
  },
]);

const test = beforeTests(() => buildTestApp());
const sheet = beforeTests(() => writable(test, NULS));

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const asOwner = async (method: Method, url: string, payload?: object) =>
  (await test.app.inject({ method, url, headers: sheet.owner.headers, payload })).statusCode;

const update = () => apiPaths.projectUpdate(sheet.project.id);
const drive = () => apiPaths.driveSpreadsheet(sheet.project.sheetId);
const keys = () => apiPaths.projectKeys(sheet.project.id);
const key = (more: object) => ({ name: 'A key', kind: 'secret', scopes: ['read'], ...more });
const N = '\0';

/** SQLite stores NUL, and PostgreSQL refuses it: the responses must not depend on that. */
const calls: readonly (readonly [string, Method, () => string, object | undefined, number])[] = [
  ['a project in the address', 'GET', () => '/api/projects/a%00b', undefined, 404],
  ['a page of the list', 'GET', () => `${apiPaths.projects}?after=a%00b`, undefined, 400],
  ['a spreadsheet that is checked', 'POST', () => apiPaths.projectsCheck, { sheetId: N }, 400],
  ['a title', 'PUT', update, { title: `T${N}` }, 200],
  ['a title of nothing else', 'PUT', update, { title: N }, 422],
  ['a title in the drive', 'PATCH', drive, { title: `T${N}` }, 200],
  ['the name of a key', 'POST', keys, key({ name: `K${N}` }), 201],
  ['an origin', 'POST', keys, key({ kind: 'publishable', origins: [`https://a${N}.example`] }), 422],
  ['an expiry', 'POST', keys, key({ expiresAt: N }), 422],
  ['a row of the owner in the address', 'DELETE', () => `${rows()}/a%00b`, undefined, 404],
];

const rows = () => apiPaths.projectTabRows(sheet.project.id, sheet.sheetId);

it.each(calls)('%s with NUL: %s', async (_name, method, url, body, status) => {
  expect(await asOwner(method, url(), body)).toBe(status);
});

const column = async () => (await sheet.rows()).map((row) => Object.keys(row)[2])[0] ?? '';
const setTab = (change: object) => asOwner('PUT', update(), { tabs: [{ sheetId: sheet.sheetId, ...change }] });

it('a column with NUL in its name can have a type, but not be the key', async () => {
  expect(await column()).toBe(`No${N}te`);
  expect(await setTab({ columnTypes: { [`No${N}te`]: 'text' } })).toBe(200);
  expect(await setTab({ columnTypes: { [`x${N}`]: 'text' } })).toBe(422);
  expect(await setTab({ keyColumn: `No${N}te` })).toBe(422);
});

it('a row with NUL in its key is found, and answers 404 after its removal, not 410', async () => {
  expect(await setTab({ keyColumn: 'Code' })).toBe(200);
  const [{ _id: id = '' } = {}] = await sheet.rows();
  expect(id).toBe(`A${N}`);
  const address = `/${encodeURIComponent(String(id))}`;
  expect((await sheet.call('GET', address)).status).toBe(200);
  expect((await sheet.call('DELETE', address)).status).toBe(204);
  expect((await sheet.call('GET', address)).status).toBe(404);
  expect((await sheet.call('DELETE', address)).status).toBe(404);
});

it.each([
  [{ Code: `x${N}` }, 422],
  [{ [`x${N}`]: 'x' }, 422],
])('NUL is refused in a row: %j', async (body, status) => {
  expect((await sheet.call('POST', '', { body })).status).toBe(status);
});

it('NUL in the address or a query of the data API is no server error', async () => {
  expect((await sheet.call('GET', '/v1/a%00b')).status).toBe(404);
  expect((await sheet.call('GET', `/v1/${sheet.project.id}/a%00b`)).status).toBe(404);
  expect((await sheet.call('GET', '?Code=a%00b')).status).toBe(200);
  expect((await sheet.call('GET', '?_q=a%00b')).status).toBe(200);
});

it.each([
  [authPaths.signUpEmail, { name: `A${N}`, email: 'nul@tabpoint.example', password: 'a long enough password' }],
  [authPaths.signUpEmail, { name: 'A', email: `n${N}@tabpoint.example`, password: 'a long enough password' }],
  [authPaths.signInEmail, { email: `n${N}@tabpoint.example`, password: 'a long enough password' }],
])('an account with NUL is refused: %s %j', async (url, payload) => {
  const { statusCode } = await test.app.inject({ method: 'POST', url, headers: { origin: ORIGIN }, payload });
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(statusCode).toBeLessThan(500);
});
