/**
 * Measures the engine on tabs of ten columns: milliseconds of each operation, the first time and the median of the others,
 * and bytes per row. Nothing is judged: compare with an earlier run on the same machine.
 *
 *     npx tsx --expose-gc test/bench/engine.bench.ts [rows]
 */
import type { CellValue, ColumnType } from '../../src/contract/rows';
import type { Condition, Order, TabView } from '../../src/server/endpoints/engine/engine';
import { loadServedTab } from '../../src/server/endpoints/engine/servedTab';
import { createPackedRows } from '../../src/server/normalise/packedRows';
import { columnOf, createRandom, pick } from '../server/endpoints/engine/generated';

const MEBIBYTE = 1024 * 1024;
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

const columns = (
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

const at = (key: string) => columns.findIndex((column) => column.key === key);

function packedTab(rows: number): Buffer {
  const random = createRandom(3);
  const writer = createPackedRows(columns);
  for (let n = 0; n < rows; n += 1) {
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
    writer.add([
      `r_${random(2 ** 30)
        .toString(36)
        .padStart(12, '0')}`,
      n + 2,
      ...values,
    ]);
  }
  return writer.finish({ columns, rows });
}

function report(name: string, first: number, median?: number, more = '') {
  const usual = median === undefined ? '' : median.toFixed(4).padStart(12);
  console.log(`${name.padEnd(48)}${first.toFixed(2).padStart(10)}${usual} ${more}`);
}

function measure(name: string, work: () => unknown) {
  const begun = performance.now();
  work();
  const first = performance.now() - begun;
  const times: number[] = [];
  for (const end = performance.now() + 500; performance.now() < end && times.length < 500;) {
    const start = performance.now();
    work();
    times.push(performance.now() - start);
  }
  report(name, first, times.sort((one, other) => one - other)[times.length >> 1]);
}

function questionsOf(view: TabView) {
  const compare = (key: string, op: 'eq' | 'gt' | 'gte' | 'lte', value: string | number | boolean): Condition => ({
    kind: 'compare',
    column: at(key),
    op,
    value,
  });
  const page =
    (where: Condition | undefined, order: Order[] = [], offset = 0) =>
    () =>
      view.writeRows(view.select({ where, order, offset, limit: 100 }).places);
  const by = (key: string, descending = false): Order => ({ column: at(key), descending });
  const price: Condition = { kind: 'between', column: at('price'), from: 400, to: 600 };
  const middle = Math.floor(view.rows / 2);
  const id = view.id(middle);
  const sku = String(view.value(middle, at('sku')));
  return {
    'by id': () => view.writeRows(view.find(id)),
    'page of 100, deep': () => view.pageJson(Math.floor(view.rows * 0.9), 100),
    'sku = unique': page(compare('sku', 'eq', sku)),
    'city = Zürich, limit 100, total': page(compare('city', 'eq', 'Zürich')),
    'city = Zürich and active': page({
      kind: 'and',
      parts: [compare('city', 'eq', 'Zürich'), compare('active', 'eq', true)],
    }),
    'price between, sort -date, limit 100': page(price, [by('date', true)]),
    'price between, sort price': page(price, [by('price')]),
    'price between, sheet order': page(price),
    'date >=, limit 100': page(compare('date', 'gte', '2020-01-01')),
    'sort name, limit 100': page(undefined, [by('name')]),
    'sort sku, limit 100': page(undefined, [by('sku')]),
    'sort -status, name': page(undefined, [by('status', true), by('name')]),
    'note contains needle': page({ kind: 'text', column: at('note'), op: 'contains', text: 'needle' }),
    'sku contains abc': page({ kind: 'text', column: at('sku'), op: 'contains', text: 'abc' }),
    '_q = naive': page({ kind: 'search', text: 'naive', columns: columns.map((_, n) => n) }),
    '_q = 2019': page({ kind: 'search', text: '2019', columns: columns.map((_, n) => n) }),
    'distinct city': () => view.distinct(at('city')),
    'group city, sum price': () => view.group({ by: [at('city')], aggregates: [{ fn: 'sum', column: at('price') }] }),
    'all places': () => view.all({}),
  };
}

/** The longest time, in milliseconds, for which nobody else had a turn. */
async function longestBlock(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const look = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const timer = setInterval(look, 1);
  await work;
  look();
  clearInterval(timer);
  return longest;
}

async function main(rows: number) {
  const packed = packedTab(rows);
  console.log(`${rows} rows x ${columns.length}, packed ${(packed.length / MEBIBYTE).toFixed(1)} MiB`);
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const begun = performance.now();
  const loading = loadServedTab(packed, { most: 4096 * MEBIBYTE });
  const block = await longestBlock(loading);
  const tab = await loading;
  report('load', performance.now() - begun, undefined, `longest block ${block.toFixed(1)} ms`);
  globalThis.gc?.();
  const bytes = (process.memoryUsage().rss - before) / rows;
  console.log(`bytes per row: ${(tab.bytes / rows).toFixed(0)} counted, ${bytes.toFixed(0)} by RSS`);
  const questions = Object.entries(questionsOf(tab.view()));
  console.log(`${'milliseconds'.padEnd(48)}${'first'.padStart(10)}${'median'.padStart(12)}`);
  for (const [name, work] of questions) measure(`${name} (first)`, work);
  const start = performance.now();
  const settling = longestBlock(tab.settled());
  report('building indexes', performance.now() - start, undefined, `longest block ${(await settling).toFixed(1)} ms`);
  for (const [name, work] of questions) measure(name, work);
  let n = 0;
  measure('append one row and look', () => {
    n += 1;
    const values = columns.map((_, column) => tab.view().value(n, column));
    tab.apply([{ kind: 'append', id: `new_${n}`, rowNumber: rows + 2 + n, values }], n);
    return tab.view().select({ where: { kind: 'ids', ids: [`new_${n}`] }, offset: 0, limit: 1 });
  });
  const written = Object.entries(questionsOf(tab.view()));
  for (const [name, work] of written.slice(0, 7)) measure(`${name} (with a tail)`, work);
  globalThis.gc?.();
  console.log(
    `bytes per row with indexes: ${(tab.bytes / rows).toFixed(0)} counted, ${((process.memoryUsage().rss - before) / rows).toFixed(0)} by RSS`,
  );
}

void main(Number(process.argv[2] ?? 100_000));
