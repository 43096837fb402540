import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { workbookOf } from '../../../../src/server/workbook/xlsx/xlsxFile';
import { openZip } from '../../../../src/server/workbook/zip/zipFile';

/** A sheet of many chunks that hardly compress, and its state. */
function longSheet() {
  const state = { pieces: 0, isOver: false };
  async function* pieces(): AsyncGenerator<Buffer, void, undefined> {
    try {
      for (; state.pieces < 1_000; state.pieces += 1) yield randomBytes(64 * 1024);
    } finally {
      state.isOver = true;
    }
  }
  return { state, sheet: { title: 'Long', content: pieces() } };
}

async function* breaking(): AsyncGenerator<Buffer, void, undefined> {
  yield Buffer.from('<worksheet>');
  await Promise.resolve();
  throw new Error('The sheet cannot be read.');
}

const readAll = async (file: AsyncIterable<Buffer>) => {
  const pieces: Buffer[] = [];
  for await (const bytes of file) pieces.push(bytes);
  return Buffer.concat(pieces);
};

test('a sheet is read no faster than the file, and no further once the reader has gone', async () => {
  const one = longSheet();
  const other = longSheet();
  const file = workbookOf([one.sheet, other.sheet]);
  for (let bytes = 0; bytes < 1_000_000;) bytes += (await file.next()).value?.length ?? 0;
  await wait(100);
  expect(one.state.pieces).toBeLessThan(50);
  await file.return();
  await wait(100);
  expect([one.state.isOver, other.state.pieces]).toEqual([true, 0]);
});

test('a reader who goes at once leaves no open sheet', async () => {
  const { state, sheet } = longSheet();
  const file = workbookOf([sheet]);
  await file.next();
  await file.return();
  await wait(100);
  expect([state.pieces, state.isOver]).toEqual([0, false]);
});

test('an error of a sheet is an error of the file', async () => {
  const { state, sheet } = longSheet();
  const file = readAll(workbookOf([{ title: 'Broken', content: breaking() }, sheet]));
  await expect(file).rejects.toThrow('The sheet cannot be read.');
  expect(state.pieces).toBe(0);
});

test('cells have the default style that readers of the format expect', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'xlsx-')), 'a.xlsx');
  writeFileSync(path, await readAll(workbookOf([])));
  const zip = await openZip(path);
  const styles = (await buffer(zip.read('xl/styles.xml'))).toString();
  zip.close();
  expect(styles).toContain('</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/>');
});

test('the same sheets give the same bytes', async () => {
  const written = () =>
    readAll(
      workbookOf([
        {
          title: 'A',
          content: (async function* () {
            await Promise.resolve();
            yield Buffer.from('<worksheet/>');
          })(),
        },
      ]),
    );
  const before = await written();
  await wait(2_100);
  expect((await written()).equals(before)).toBe(true);
});
