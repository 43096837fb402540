import { apiPaths } from '../../../../src/contract/paths';
import { connectGoogle, GOOGLE_CLIENT, MARA } from '../../../fixtures/google/consenting';
import { type GoogleServer, googleServerOnce } from '../../../fixtures/google/googleServer';
import { type GoogleFile, TEA_TABS } from '../../../fixtures/google/googleWorld';
import { ROBOT, startOwnAccountServer } from '../../../fixtures/google/ownAccount';
import { buildTestApp } from '../../../fixtures/apps';
import { beforeTests } from '../../../fixtures/beforeTests';

let server: GoogleServer;
googleServerOnce((made) => (server = made), { googleClient: GOOGLE_CLIENT }, startOwnAccountServer);
const who = beforeTests(() => server.test.signUp());

const add = (rest: Partial<GoogleFile> = {}) =>
  server.google.world.add('Tea house', TEA_TABS, { sharing: 'private', readers: [ROBOT], ...rest }).id;
const calls = (path: string) => server.google.faults.calls.filter((call) => call.path.startsWith(path)).length;

it('reads a private sheet that is shared with it, into a private project', async () => {
  const id = add();
  expect(await server.check(who, id)).toMatchObject({
    status: 200,
    body: {
      title: 'Tea house',
      source: 'googleApi',
      writable: false,
      readOnlyReason: 'Read only: a sheet that is shared with the server’s own Google account cannot be written to.',
    },
  });
  const { project } = (await server.sync(who, id)).body;
  expect(project).toMatchObject({ source: 'googleApi', access: 'private', status: 'live' });
});

it('is used last: a sheet that is shared by link is read by link', async () => {
  expect((await server.check(who, add({ sharing: 'link' }))).body).toMatchObject({ source: 'googleLink' });
  expect(calls('/v4/')).toBe(0);
});

it('is used first from then on, and the link again when it loses access', async () => {
  const id = add();
  await server.check(who, id);
  await server.check(who, id);
  expect(calls('/spreadsheets/')).toBe(1);
  server.google.world.edit(id, (file) => void (file.readers = []));
  expect((await server.check(who, id)).body).toMatchObject({ code: 'source_private', shareWith: ROBOT });
  server.google.world.share(id, 'link');
  expect((await server.check(who, id)).body).toMatchObject({ source: 'googleLink' });
});

it.each([
  ['in the trash', { trashed: true }, 'source_not_found'],
  ['another kind of document', { isSpreadsheet: false }, 'not_a_workbook'],
])('has a message when the sheet is %s, without reading it', async (_what, rest, code) => {
  const id = add();
  await server.check(who, id);
  server.google.world.edit(id, (file) => void Object.assign(file, rest));
  const before = calls('/v4/');
  expect((await server.check(who, id)).body).toMatchObject({ code });
  expect(calls('/v4/')).toBe(before);
});

it('reads even if the version is unknown: the Drive API need not be enabled', async () => {
  const id = add();
  await server.check(who, id);
  server.google.faults.next({ status: 500, body: '{}' });
  expect((await server.check(who, id)).status).toBe(200);
});

it('renews its token when Google refuses it', async () => {
  const id = add();
  await server.check(who, id);
  const before = calls('/token');
  server.google.faults.next({ status: 200, body: '{}' }, { status: 401, body: '{}' });
  expect((await server.check(who, id)).status).toBe(200);
  expect(calls('/token')).toBe(before + 1);
});

it("comes after the person's own account", async () => {
  await connectGoogle(server, who);
  const own = add({ readers: [MARA, ROBOT] });
  expect((await server.check(who, own)).status).toBe(200);
  expect(calls('/drive/')).toBe(0);
  expect((await server.check(who, add())).status).toBe(200);
  expect((await server.check(who, add({ readers: [] }))).body).toMatchObject({ shareWith: ROBOT });
  await server.test.app.inject({ method: 'DELETE', url: apiPaths.googleConnection, headers: who.headers });
});

it('an account that Google does not know is an error for the administrator', async () => {
  const other = await startOwnAccountServer();
  other.google.accounts.services.remove(ROBOT);
  const person = await other.test.signUp();
  const { id } = other.google.world.add('Tea house', TEA_TABS, { sharing: 'private', readers: [ROBOT] });
  expect((await other.check(person, id)).body).toMatchObject({
    code: 'source_unavailable',
    detail:
      'Google does not accept the service account of this server. Its administrator has to look at the account’s key.',
  });
  await other.close();
});

it('is not used on a server with open sign-ups, and stops the start if its key cannot be read', async () => {
  const open = await startOwnAccountServer({ signUps: 'open' });
  const stranger = await open.test.signUp();
  const { id } = open.google.world.add('Tea house', TEA_TABS, { sharing: 'private', readers: [ROBOT] });
  const { body } = await open.check(stranger, id);
  expect(body).toMatchObject({ code: 'source_private' });
  expect(body).not.toHaveProperty('shareWith');
  await open.close();
  await expect(buildTestApp({ signUps: 'closed', googleServiceAccount: '/nowhere.json' })).rejects.toThrow(
    /^GOOGLE_SERVICE_ACCOUNT names a file that cannot be read/,
  );
});
