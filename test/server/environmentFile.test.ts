import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withEnvironmentFile } from '../../src/server/environment';
import { StartFailure } from '../../src/server/refusal';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tabpoint-environment-'));
  file = join(folder, '.env');
});
afterEach(() => rm(folder, { recursive: true }));

test('without a file the environment is as it was', () => {
  expect(withEnvironmentFile({ PORT: '1' }, file)).toEqual({ PORT: '1' });
});

test('the file gives what the environment does not', async () => {
  await writeFile(
    file,
    '# where it listens\nPORT=4100\nMARKETING_URL="https://tabpoint.example/a b"\n\nLOG_LEVEL=info\n',
  );
  expect(withEnvironmentFile({ LOG_LEVEL: 'debug' }, file)).toEqual({
    PORT: '4100',
    MARKETING_URL: 'https://tabpoint.example/a b',
    LOG_LEVEL: 'debug',
  });
});

test('a file that cannot be read stops the start with a sentence', async () => {
  await mkdir(file);
  expect(() => withEnvironmentFile({}, file)).toThrow(StartFailure);
  expect(() => withEnvironmentFile({}, file)).toThrow(/\.env cannot be read \(EISDIR\)/);
});
