import { GoogleClient } from '../../../../src/server/google/client';
import { ServiceAccount, serviceAccountKey } from '../../../../src/server/google/serviceAccount';
import { type GoogleDouble, startGoogleDouble } from '../../../fixtures/google/googleDouble';
import { ROBOT } from '../../../fixtures/google/ownAccount';

let google: GoogleDouble;
let key: string;
const clock = { now: 0 };
beforeAll(async () => {
  google = await startGoogleDouble();
  key = google.accounts.services.add(ROBOT);
});
beforeEach(() => {
  google.faults.clear();
  google.accounts.now = Date.now;
  clock.now = Date.now();
});
afterAll(() => google.close());

const account = (setting = key) => {
  const client = new GoogleClient({ double: google.origins });
  const made = new ServiceAccount(serviceAccountKey(setting), client, () => clock.now);
  return { token: (refused?: string) => made.token(refused) };
};

const calls = () => google.faults.calls.filter(({ path }) => path === '/token').length;
const ownerOf = (token: string) => google.accounts.whose(`Bearer ${token}`, Date.now());

it('gets a token for its signed request: to read sheets, and to see their versions', async () => {
  expect(ownerOf(await account().token())).toMatchObject({
    email: ROBOT,
    scope:
      'https://www.googleapis.com/auth/spreadsheets.readonly https://www.googleapis.com/auth/drive.metadata.readonly',
  });
});

it('requests one token for concurrent calls, and a new one shortly before it expires', async () => {
  const { token } = account();
  const [first, other] = await Promise.all([token(), token()]);
  expect([other, calls()]).toEqual([first, 1]);
  clock.now += 3_599_000 - 61_000;
  expect([await token(), calls()]).toEqual([first, 1]);
  clock.now += 2_000;
  google.accounts.now = () => clock.now;
  expect(await token()).not.toBe(first);
  expect(calls()).toBe(2);
});

it('requests another one when Google refuses it', async () => {
  const { token } = account();
  const first = await token();
  expect(await token(first)).not.toBe(first);
});

it('reports a signature of another key, and a deleted account', async () => {
  const old = key;
  key = google.accounts.services.add(ROBOT);
  await expect(account(old).token()).rejects.toMatchObject({ reason: 'invalid_grant' });
  google.accounts.services.remove(ROBOT);
  await expect(account().token()).rejects.toMatchObject({ reason: 'invalid_grant' });
  key = google.accounts.services.add(ROBOT);
});

it('reports a wrong clock of this server', async () => {
  clock.now += 2 * 3_600_000;
  await expect(account().token()).rejects.toMatchObject({ reason: 'invalid_grant' });
});

it('caches no token after a failure', async () => {
  google.faults.next({ status: 503, body: '{}' });
  const { token } = account();
  await expect(token()).rejects.toMatchObject({ kind: 'failing' });
  expect(ownerOf(await token())).toBeDefined();
});
