import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeXlsx } from 'hucre';
import type { SentFile } from './visitor';

/** The sheet of docs/data-api.md. */
export const PLACES: SentFile = {
  name: 'Places.csv',
  bytes: [
    'Name,City,Founded,Open,Rating,Since,Note',
    'Kaffa,Oslo,2009,TRUE,4.5,2009-04-01,',
    'Prufrock,London,2011,TRUE,4,2011-02-01,"flat white, no sugar"',
    'Bønne,Oslo,2011,FALSE,3,2011-01-02,-10 % for students',
    'Árbol,São Paulo,1999,FALSE,,1999-12-31,closed on Sundays',
    'Stumptown,Portland,1999,TRUE,4.5,1999-11-01,',
    '',
  ].join('\n'),
};

/** Every type of value, and difficult names. */
export const MOMENTS: SentFile = {
  name: 'Moments.csv',
  bytes: [
    'Full Name,at,clock,zone,number,__proto,_id,Tea & "Cake",Ünïcode,100%',
    'First,2024-02-29T12:30:00,09:15:00,2024-01-01T00:00:00Z,12345678901234567890,a,mine,x,é,1',
    'Second,2024-03-01T00:00:00,23:59:59,2024-06-30T22:15:00+02:00,0.1,b,yours,"a ""quoted"" one",e,2',
    'Third,,,,-7,c,,=1+1,É,3',
    '',
  ].join('\n'),
};

/** Reads a sample workbook. */
export const sample = (name: string): SentFile => ({
  name,
  bytes: readFileSync(join(__dirname, '../fixtures/workbooks', name)),
});

/** Returns a CSV file with another second row, and more rows at its end. */
export function withRows({ name, bytes }: SentFile, [second = '', ...more]: readonly string[]): SentFile {
  const [header = '', first = '', , ...rest] = bytes.toString().trimEnd().split('\n');
  return { name, bytes: [header, first, second, ...rest, ...more, ''].join('\n') };
}

const day = (text: string) => new Date(`${text}Z`);

/** The workbook of the guides. */
export const beans = async (): Promise<SentFile> => ({
  name: 'Coffee roasters 2025.xlsx',
  bytes: Buffer.from(await writeXlsx({ sheets: BEANS })),
});

const BEANS = [
  {
    name: 'beans',
    rows: [
      ['name', 'origin', 'price', 'in stock', 'harvested'],
      ['Kochere Natural', 'Ethiopia', 17.5, true, day('2025-01-14T00:00')],
      ['Huila Pink Bourbon', 'Colombia', 21, true, day('2025-02-02T00:00')],
      ['Nyeri AA', 'Kenya', 19.8, false, day('2024-12-11T00:00')],
      ['Fazenda Sertão', 'Brazil', 14.2, true, day('2024-09-30T00:00')],
      ['Sidama Bensa', 'Ethiopia', 18.9, true, day('2025-01-29T00:00')],
      ['Santa Ana Honey', 'El Salvador', 16.7, false, day('2025-03-21T00:00')],
    ],
  },
  {
    name: 'orders',
    rows: [
      ['order', 'bean', 'grams', 'sent'],
      ['00501', 'Nyeri AA', 250, day('2025-01-14T09:30')],
      ['00502', 'Kochere Natural', 1000, day('2025-01-15T16:05')],
    ],
  },
  { name: 'messages', rows: [['name', 'message']] },
];
