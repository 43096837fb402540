import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authPaths } from '../../../src/contract/paths';
import { commonPasswordsOf } from '../../../src/server/auth/commonPasswords';
import { StartFailure } from '../../../src/server/refusal';
import { buildTestApp } from '../../fixtures/apps';
import { newAddress, PASSWORD } from '../../fixtures/people';
import { postTo } from '../../fixtures/secondFactors';

let folder = '';
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'tabpoint-passwords-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function listOf(content: string | Buffer): string {
  const file = join(folder, 'passwords.txt');
  writeFileSync(file, content);
  return file;
}

test('common passwords are refused in any spelling, at sign-up and change, and others are not', async () => {
  const server = await buildTestApp({
    commonPasswords: listOf('short\r\nPurple Monkey Dishwasher\r\nmit Größe 38 m\r\n'),
  });
  try {
    const post = postTo(server);
    const signUp = async (password: string) =>
      (await post(authPaths.signUpEmail, { name: 'a', email: `p${newAddress()}@tabpoint.example`, password })).json();
    for (const password of ['Purple Monkey Dishwasher', 'purple monkey DISHWASHER', 'mit Größe 38 m']) {
      expect(await signUp(password)).toMatchObject({ code: 'PASSWORD_TOO_COMMON' });
    }
    expect(await signUp('purple monkey dishwashers')).toMatchObject({ user: expect.anything() });
    const { cookie } = await server.signUp();
    const change = { currentPassword: PASSWORD, newPassword: 'purple monkey dishwasher' };
    expect((await post(authPaths.changePassword, change, cookie)).json()).toMatchObject({
      code: 'PASSWORD_TOO_COMMON',
    });
  } finally {
    await server.close();
  }
});

test('a password of many digits takes no time', () => {
  const isCommon = commonPasswordsOf({ commonPasswords: undefined });
  for (let n = 0; n < 10; n += 1) expect(isCommon(`${'1'.repeat(60_000)}a${n}`)).toBe(false);
});

test.each([
  ['does not exist', () => join(folder, 'none.txt'), /COMMON_PASSWORDS cannot be read \(ENOENT\)/],
  ['is a folder', () => folder, /COMMON_PASSWORDS cannot be read \(EISDIR\)/],
  ['is too large', () => listOf(Buffer.alloc(65 * 1024 * 1024, 'x')), /larger than 64 MB/],
])('a list that %s stops the start with an error', (_what, file, sentence) => {
  const read = () => commonPasswordsOf({ commonPasswords: file() });
  expect(read).toThrow(StartFailure);
  expect(read).toThrow(sentence);
});
