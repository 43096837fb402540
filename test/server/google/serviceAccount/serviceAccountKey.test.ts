import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceAccountKey } from '../../../../src/server/google/serviceAccount';
import { StartFailure } from '../../../../src/server/refusal';
import { ServiceAccounts } from '../../../fixtures/google/serviceAccounts';

const ROBOT = 'tabpoint@tea-house.iam.gserviceaccount.com';
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
