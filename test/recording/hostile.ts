import { strToU8, zipSync } from 'fflate';
import { sample } from './places';

/** A file that is refused, or read only in part. */
interface Hostile {
  readonly title: string;
  readonly name: string;
  readonly bytes: Buffer | string;
}

const zipped = (parts: Readonly<Record<string, string>>) =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])), {
      mtime: new Date('2000-01-01T12:00:00Z'),
    }),
  );

const workbook = sample('mixed_sheets.xlsx').bytes as Buffer;

/** Hostile and broken files of common kinds: none of them becomes a spreadsheet. */
export const hostile: readonly Hostile[] = [
  { title: 'nothing in it', name: 'a.csv', bytes: '' },
  { title: 'blank lines alone', name: 'a.csv', bytes: '\n\n , \n' },
  { title: 'a quote that never ends', name: 'a.csv', bytes: 'a,b\n"1,2\n' },
  { title: 'a picture', name: 'a.png', bytes: Buffer.from('89504e470d0a1a0a', 'hex') },
  { title: 'a picture that says it is a workbook', name: 'a.xlsx', bytes: Buffer.from('89504e470d0a1a0a', 'hex') },
  { title: 'a workbook of former times', name: 'a.xls', bytes: Buffer.from('d0cf11e0a1b11ae1', 'hex') },
  { title: 'a workbook with a password', name: 'a.xlsx', bytes: Buffer.from('d0cf11e0a1b11ae100000000', 'hex') },
  { title: 'half of a workbook', name: 'a.xlsx', bytes: workbook.subarray(0, workbook.length / 2) },
  { title: 'a zip file of something else', name: 'a.xlsx', bytes: zipped({ 'hello.txt': 'hello' }) },
  { title: 'a workbook without sheets', name: 'a.xlsx', bytes: zipped({ 'xl/workbook.xml': '<workbook/>' }) },
  {
    title: 'an entity that would grow',
    name: 'a.ods',
    bytes: zipped({ 'content.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }),
  },
  {
    title: 'a path that leads out',
    name: 'a.xlsx',
    bytes: zipped({ '../../etc/passwd': 'x', 'xl/workbook.xml': '<workbook/>' }),
  },
  {
    title: 'more columns than are read',
    name: 'a.csv',
    bytes: `${Array.from({ length: 2_001 }, (_none, at) => `c${at}`).join(',')}\n1\n`,
  },
  { title: 'a cell that is too long', name: 'a.csv', bytes: `a,b\n${'x'.repeat(50_001)},1\n` },
  { title: 'a text without an ending', name: 'spreadsheet', bytes: 'a,b\n1,2\n' },
];
