import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GoogleClient } from '../../../src/server/google/client';
import { ServiceAccount, serviceAccountKey } from '../../../src/server/google/serviceAccount';
import { StartFailure } from '../../../src/server/refusal';
import { beforeTests } from '../../fixtures/beforeTests';
import { startGoogleDouble } from '../../fixtures/google/googleDouble';
import { ROBOT } from '../../fixtures/google/ownAccount';
import { ServiceAccounts } from '../../fixtures/google/serviceAccounts';

describe('the token of the server’s account', () => {
  let key: string;
  const clock = { now: 0 };
  const google = beforeTests(() => startGoogleDouble());
  beforeAll(async () => {
    key = google.accounts.services.add(ROBOT);
  });
  beforeEach(() => {
    google.faults.clear();
    google.accounts.now = Date.now;
    clock.now = Date.now();
  });

  const account = (setting = key) => {
    const client = new GoogleClient({ double: google.origins });
    const made = new ServiceAccount(serviceAccountKey(setting), client, () => clock.now);
    return { token: () => made.token() };
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
});

describe('the key of the server’s account', () => {
  const json = new ServiceAccounts().add(ROBOT);
  const changed = (more: object) => JSON.stringify({ ...(JSON.parse(json) as object), ...more });

  const folder = mkdtempSync(join(tmpdir(), 'tabpoint-key-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is read from a file, or from the setting itself', () => {
    const path = join(folder, 'key.json');
    writeFileSync(path, json);
    expect([serviceAccountKey(path).email, serviceAccountKey(json).id]).toEqual([ROBOT, 'double-key']);
  });

  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });

  it.each([
    ['a missing file', join(folder, 'none.json'), /names a file that cannot be read \(ENOENT\)/],
    ['a folder', folder, /names a file that cannot be read \(EISDIR\)/],
    ['no JSON', '{', /is not the key of a service account/],
    ['an OAuth client', JSON.stringify({ web: { client_id: 'a' } }), /is not the key of a service account/],
    ['no address', changed({ client_email: 'robot' }), /has no client_email/],
    ['no key', changed({ private_key: undefined }), /has no private_key/],
    [
      'half a key',
      changed({ private_key: '-----BEGIN PRIVATE KEY-----\nMIIEsecret\n' }),
      /private_key that cannot be read/,
    ],
    ['a key of another kind', changed({ private_key: ec }), /not an RSA key/],
  ])('%s is refused with a message for the administrator, without the key', (_what, setting, sentence) => {
    const read = () => serviceAccountKey(setting);
    expect(read).toThrow(StartFailure);
    expect(read).toThrow(sentence);
    expect(read).toThrow(/^GOOGLE_SERVICE_ACCOUNT .* \(docs\/google\.md\)\.$/);
    expect(read).not.toThrow(/secret|BEGIN/);
  });
});
