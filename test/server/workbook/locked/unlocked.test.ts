import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from '../../../../src/server/refusal';
import { importWorkbook } from '../../../../src/server/workbook/importWorkbook';
import { cellsOf, importBytes, sample, withFile } from '../../../fixtures/workbookFiles';

const CELLS = [
  ['tea', 'price'],
  ['Assam', 4],
  ['Sencha', 9.5],
];

const bytes = (name: string) => readFileSync(sample(name));
const refusalOf = (content: Buffer) =>
  importBytes('a.xlsx', content).then(
    () => undefined,
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  );

test.each(['locked_agile.xlsx', 'locked_standard.xlsx'])(
  '%s opens: its password is the one that Excel opens without a question',
  async (name) => {
    expect(await cellsOf(name, bytes(name))).toEqual(CELLS);
  },
);

test('a password of a person is an error with a hint', async () => {
  await expect(importBytes('a.xlsx', bytes('locked_password.xlsx'))).rejects.toMatchObject({
    code: 'not_a_workbook',
    detail: 'The file is protected with a password.',
    extras: { hint: 'Remove the password and upload the file again.' },
  });
});

test('an unlocked file leaves nothing behind', async () => {
  await withFile(bytes('locked_standard.xlsx'), async (path) => {
    const before = readdirSync(dirname(path));
    await importWorkbook({ path, fileName: 'a.xlsx' });
    expect(readdirSync(dirname(path))).toEqual(before);
  });
});

describe('a damaged file', () => {
  it.each(['locked_agile.xlsx', 'locked_standard.xlsx'])('%s, cut off anywhere, is refused', async (name) => {
    const whole = bytes(name);
    for (let length = 600; length < whole.length; length += 1_009) {
      expect(await refusalOf(whole.subarray(0, length))).toMatch(/^(?:damaged_workbook|not_a_workbook)$/);
    }
  });

  /** Offsets of header fields: sizes of sectors, positions of the tables and the directory; then the directory, and its targets. */
  const places = [30, 32, 44, 48, 56, 60, 68, 72, 76, 80, 520, 1_140, 1_144, 2_600];
  it.each(places)('with wrong bytes at %i is refused or read', async (at) => {
    const wrong = Buffer.from(bytes('locked_standard.xlsx'));
    wrong.fill(0xff, at, at + 4);
    expect([undefined, 'damaged_workbook', 'not_a_workbook', 'unsafe_workbook']).toContain(await refusalOf(wrong));
  });

  it('with part of a key missing is refused', async () => {
    const wrong = Buffer.from(bytes('locked_agile.xlsx'));
    const key = 'encryptedVerifierHashInput="';
    wrong.write('!!!!', wrong.indexOf(key) + key.length);
    expect(await refusalOf(wrong)).toBe('damaged_workbook');
  });

  it('with a cycle of sectors is refused', async () => {
    const wrong = Buffer.from(bytes('locked_agile.xlsx'));
    const table = (wrong.readUInt32LE(76) + 1) * 512;
    for (let at = 0; at < 512; at += 4) wrong.writeUInt32LE(1, table + at);
    expect(await refusalOf(wrong)).toMatch(/^(?:damaged_workbook|not_a_workbook)$/);
  });
});
