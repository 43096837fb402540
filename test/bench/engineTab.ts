import type { CellValue, ColumnType } from '../../src/contract/rows';
import type { PackedRow } from '../../src/server/normalise/packedRows';
import { createRandom, pick } from '../server/store/memory/generated/random';
import { columnOf, packRows } from '../server/store/memory/generated/tabs';

const DAY = 86_400_000;

const names = ['Ada', 'Bjørn', 'Chloé', 'Dmitri', 'Elif', 'Günther', 'Hiroshi', 'Inés', 'Noor', 'Søren', '李雷', 'Zoë'];
const surnames = ['Lovelace', 'Ångström', 'Brontë', 'Čapek', 'Dvořák', 'Fermi', 'Hopper', 'Müller', "O'Neil", 'Turing'];
const cities = [
  'Berlin',
  'São Paulo',
  'København',
  'Zürich',
  '東京',
  'Kraków',
  'Lagos',
  'Lima',
  'Paris',
  'Rome',
  'Wien',
];
const words = [
  'alpha',
  'bravo',
  'quick',
  'brown',
  'fox',
  'lorem',
  'ipsum',
  'naïve',
  'café',
  'rocket',
  'needle',
  'silver',
];
const states = ['new', 'active', 'on hold', 'closed', 'cancelled'];

/** Columns of the measured tab. */
export const columns = (
  [
    ['id', 'integer'],
    ['sku', 'text'],
    ['name', 'text'],
    ['city', 'text'],
    ['status', 'text'],
    ['qty', 'integer'],
    ['price', 'number'],
    ['active', 'boolean'],
    ['date', 'date'],
    ['note', 'text'],
  ] as [string, ColumnType][]
).map(([key, type]) => columnOf(key, type));

/** Index of a column. */
export const at = (key: string) => columns.findIndex((column) => column.key === key);

/** Creates rows of the columns, the same ones each time. */
export function packedTab(rows: number): Promise<Buffer> {
  const random = createRandom(3);
  const packed = Array.from({ length: rows }, (_, n): PackedRow => {
    const note = Array.from({ length: 2 + random(4) }, () => pick(random, words)).join(' ');
    const values: CellValue[] = [
      n + 1,
      `SKU-${random(1e9).toString(36).toUpperCase().padStart(6, '0')}`,
      `${pick(random, names)} ${pick(random, surnames)}`,
      random(20) === 0 ? null : pick(random, cities),
      pick(random, states),
      random(1000),
      random(100_000) / 100,
      random(2) === 0,
      new Date(Date.UTC(2015, 0, 1) + random(4000) * DAY).toISOString().slice(0, 10),
      random(5) === 0 ? null : note,
    ];
    const id = random(2 ** 30)
      .toString(36)
      .padStart(12, '0');
    return [`r_${id}`, n + 2, ...values];
  });
  return packRows(columns, packed);
}
