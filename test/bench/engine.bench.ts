/**
 * Measures the engine on tabs of ten columns: milliseconds of each operation, the first time and the median of the others, and
 * bytes per row. There is no verdict: compare with an earlier run on the same machine.
 *
 * Run `npx tsx --expose-gc test/bench/engine.bench.ts [rows]`.
 */
import {
  compared,
  type Condition,
  type Grouping,
  type Order,
  type TabView,
} from '../../src/server/store/memory/engine';
import type { Awaitable } from '../../src/server/awaitable';
import { loadServedTab } from '../../src/server/store/memory/storedTab';
import { at, columns, packedTab } from './engineTab';
import type { Row } from './rows/createRows';

const MEBIBYTE = 1024 * 1024;
function report(name: string, first: number, median?: number, more = '') {
  const usual = median === undefined ? '' : median.toFixed(4).padStart(12);
  console.log(`${name.padEnd(48)}${first.toFixed(2).padStart(10)}${usual} ${more}`);
}

/** A query, and the preparation to wait for before it. */
interface Question {
  readonly ask: () => unknown;
  readonly prepare?: () => Awaitable<void>;
}

async function prepared({ prepare }: Question): Promise<void> {
  for (let waiting = prepare?.(); waiting instanceof Promise; waiting = prepare?.()) await waiting;
}

function timesOf(ask: () => unknown): number {
  const times: number[] = [];
  for (const end = performance.now() + 500; performance.now() < end && times.length < 500;) {
    const start = performance.now();
    ask();
    times.push(performance.now() - start);
  }
  return times.sort((one, other) => one - other)[times.length >> 1] ?? 0;
}

async function measure(name: string, question: Question) {
  const begun = performance.now();
  const block = await longestBlock(prepared(question));
  const waited = performance.now() - begun;
  question.ask();
  const first = performance.now() - begun;
  const median = timesOf(question.ask);
  report(name, first, median, waited > 1 ? `waited ${waited.toFixed(0)}, longest block ${block.toFixed(1)} ms` : '');
}

function questionsOf(view: TabView): Record<string, Question> {
  const compare = (key: keyof Row, op: 'eq' | 'gt' | 'gte' | 'lte', value: string | number | boolean) =>
    compared(at(key), op, value);
  const written = Buffer.allocUnsafeSlow(64 * 1024);
  const page = (where: Condition | undefined, order: Order[] = [], offset = 0): Question => ({
    ask: () => view.page({ where, order, offset, limit: 100 }).write(written, 0),
    prepare: () => view.prepare({ where, order }),
  });
  const grouped = (grouping: Grouping): Question => ({
    ask: () => view.group(grouping),
    prepare: () => view.prepare({ grouping }),
  });
  const by = (key: keyof Row, descending = false): Order => ({ column: at(key), descending });
  const price: Condition = { kind: 'and', parts: [compare('price', 'gte', 400), compare('price', 'lte', 600)] };
  const contains = (key: keyof Row, text: string): Condition => ({
    kind: 'text',
    column: at(key),
    op: 'contains',
    text,
  });
  const search = (text: string): Condition => ({ kind: 'search', text, columns: columns.map((_, n) => n) });
  const zurich = compare('city', 'eq', 'Zürich');
  const middle = Math.floor(view.rows / 2);
  const id = view.id(middle);
  const sku = String(view.value(middle, at('sku')));
  return {
    'by id': { ask: () => view.writeRows(view.find(id)) },
    'page of 100, deep': page(undefined, [], Math.floor(view.rows * 0.9)),
    'sku = unique': page(compare('sku', 'eq', sku)),
    'city = Zürich, limit 100, total': page(zurich),
    'city = Zürich and active': page({ kind: 'and', parts: [zurich, compare('active', 'eq', true)] }),
    'price between, sort -date, limit 100': page(price, [by('date', true)]),
    'price between, sort price': page(price, [by('price')]),
    'price between, sheet order': page(price),
    'date >=, limit 100': page(compare('date', 'gte', '2020-01-01')),
    'sort name, limit 100': page(undefined, [by('name')]),
    'sort sku, limit 100': page(undefined, [by('sku')]),
    'sort -status, name': page(undefined, [by('status', true), by('name')]),
    'note contains harbour': page(contains('note', 'harbour')),
    'sku contains abc': page(contains('sku', 'abc')),
    '_q = creme': page(search('creme')),
    '_q = 2019': page(search('2019')),
    'distinct city': grouped({ by: [at('city')], aggregates: [{ fn: 'count' }] }),
    'group city, sum price': grouped({ by: [at('city')], aggregates: [{ fn: 'sum', column: at('price') }] }),
    'all places': { ask: () => view.all({}) },
  };
}

/** Returns the CPU time of the whole process in milliseconds. */
const cpuNow = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Returns the longest time in milliseconds for which the event loop was blocked; only the processor time of it if the machine was
 * busy.
 */
async function longestBlock(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let [last, lastCpu] = [performance.now(), cpuNow()];
  const look = () => {
    const [now, cpu] = [performance.now(), cpuNow()];
    longest = Math.max(longest, Math.min(now - last, cpu - lastCpu));
    [last, lastCpu] = [now, cpu];
  };
  let isOver = false;
  const lookAgain = () => {
    look();
    if (!isOver) setImmediate(lookAgain);
  };
  setImmediate(lookAgain);
  await work;
  look();
  isOver = true;
  return longest;
}

async function main(rows: number) {
  const packed = await packedTab(rows);
  console.log(`${rows} rows x ${columns.length}, packed ${(packed.length / MEBIBYTE).toFixed(1)} MiB`);
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const begun = performance.now();
  const loading = loadServedTab(packed, { maxBytes: 4096 * MEBIBYTE });
  const block = await longestBlock(loading);
  const tab = await loading;
  report('load', performance.now() - begun, undefined, `longest block ${block.toFixed(1)} ms`);
  globalThis.gc?.();
  const bytes = (process.memoryUsage().rss - before) / rows;
  console.log(`bytes per row: ${(tab.bytes / rows).toFixed(0)} counted, ${bytes.toFixed(0)} by RSS`);
  const questions = Object.entries(questionsOf(tab.view()));
  console.log(`${'milliseconds'.padEnd(48)}${'first'.padStart(10)}${'median'.padStart(12)}`);
  for (const [name, question] of questions) await measure(`${name} (first)`, question);
  const start = performance.now();
  const settling = longestBlock(tab.settled());
  report('building indexes', performance.now() - start, undefined, `longest block ${(await settling).toFixed(1)} ms`);
  for (const [name, question] of questions) await measure(name, question);
  const times: number[] = [];
  for (let n = 1; n <= 500; n += 1) {
    const values = columns.map((_, column) => tab.view().value(n, column));
    const began = performance.now();
    await tab.apply([{ kind: 'append', id: `new_${n}`, row: rows + 2 + n, values }], n);
    tab.view().select({ where: { kind: 'ids', ids: [`new_${n}`] }, offset: 0, limit: 1 });
    times.push(performance.now() - began);
  }
  report('append one row and look', times[0] ?? 0, times.sort((one, other) => one - other)[250]);
  const written = Object.entries(questionsOf(tab.view()));
  for (const [name, question] of written.slice(0, 7)) await measure(`${name} (with a tail)`, question);
  globalThis.gc?.();
  console.log(
    `bytes per row with indexes: ${(tab.bytes / rows).toFixed(0)} counted, ${((process.memoryUsage().rss - before) / rows).toFixed(0)} by RSS`,
  );
}

void main(Number(process.argv[2] ?? 100_000));
