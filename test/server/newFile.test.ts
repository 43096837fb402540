import { pbkdf2 } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { writeNewFile } from '../../src/server/newFile';

const folder = mkdtempSync(join(tmpdir(), 'tabpoint-new-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const newPath = () => join(folder, String((files += 1)));

/** Occupies the threads of file operations. @returns resolves when they are free */
const busyDisk = () => Promise.all(Array.from({ length: 8 }, () => promisify(pbkdf2)('a', 'b', 60_000, 32, 'sha512')));

const broken = () =>
  Readable.from(
    (async function* () {
      yield Buffer.from('half');
      await turn();
      throw new Error('It broke off.');
    })(),
  );

it('writes the output of all streams, readable by this user alone', async () => {
  const path = newPath();
  await writeNewFile(path, [Readable.from([Buffer.from('whole')]), new PassThrough()]);
  expect(readFileSync(path, 'utf8')).toBe('whole');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it.each([false, true])('leaves no file after an error, whether or not the disk is busy (%s)', async (isBusy) => {
  const path = newPath();
  const done = isBusy ? busyDisk() : undefined;
  await expect(writeNewFile(path, [broken()])).rejects.toThrow('It broke off.');
  await done;
  await turn();
  expect(existsSync(path)).toBe(false);
});

it.each(['before', 'meanwhile'])('leaves no file if aborted %s', async (when) => {
  const path = newPath();
  const ending = new AbortController();
  if (when === 'before') ending.abort();
  const done = busyDisk();
  const written = writeNewFile(path, [new PassThrough()], ending.signal);
  ending.abort();
  await expect(written).rejects.toThrow('aborted');
  await done;
  await turn();
  expect(existsSync(path)).toBe(false);
});

it('reports errors of the disk', async () => {
  const path = join(folder, 'nowhere', 'file');
  await expect(writeNewFile(path, [Readable.from(['a'])])).rejects.toMatchObject({ code: 'ENOENT' });
});

it('does not overwrite an existing file', async () => {
  const path = newPath();
  writeFileSync(path, 'somebody else’s');
  await expect(writeNewFile(path, [Readable.from(['mine'])])).rejects.toMatchObject({ code: 'EEXIST' });
  expect(readFileSync(path, 'utf8')).toBe('somebody else’s');
});
