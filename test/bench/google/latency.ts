import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpointPath } from '../../../src/contract/paths';
import { startProduct, stopProduct } from '../../fixtures/product';
import type { DoubleAnswer, DoubleOrder } from './doubleProcess';
import { type Latencies, load } from './load';
import { type Reader, refreshEvery, startReader } from './people';

/**
 * `npm run bench:google`: how long endpoints take to answer while their projects are refreshed from a double of Google, while
 * Google fails, and while it says nothing. Prints a table.
 */

const PEOPLE = 5;
const SHEETS = 18;
const RUNS = Number(process.argv[2] ?? 3);
const SECONDS = Number(process.argv[3] ?? 12);

const states = [
  { name: 'no refreshes', how: 'well', refreshSeconds: 3_600 },
  { name: 'as many as Google’s quotas let', how: 'edited', refreshSeconds: 5 },
  { name: 'all of them fail (503)', how: 'failing', refreshSeconds: 5 },
  { name: 'all of them hang', how: 'hanging', refreshSeconds: 5 },
] as const;

type Measured = Latencies & { readonly calls: number };

async function startDouble() {
  const child = fork(join(__dirname, 'doubleProcess.ts'), { execArgv: process.execArgv });
  const [{ origins = [] }] = (await once(child, 'message')) as [DoubleAnswer];
  const tell = async (order: DoubleOrder): Promise<DoubleAnswer> => {
    const answered = once(child, 'message') as Promise<[DoubleAnswer]>;
    child.send(order);
    return (await answered)[0];
  };
  return { origins, tell };
}

type Double = Awaited<ReturnType<typeof startDouble>>;

async function startReaders(url: string, { tell }: Double): Promise<Reader[]> {
  const readers: Reader[] = [];
  for (let n = 0; n < PEOPLE; n += 1) {
    const { ids = [] } = await tell({ does: 'add', email: `reader-${n}@gmail.example`, sheets: SHEETS });
    readers.push(await startReader(url, `reader-${n}@tabpoint.example`, ids));
  }
  return readers;
}

async function measureStates(url: string, double: Double): Promise<Measured[]> {
  const readers = await startReaders(url, double);
  const urls = readers.flatMap(({ projects }) => projects.map(({ id }) => `${url}${endpointPath(id, 'Teas')}`));
  await load(urls, 3_000);
  const measured: Measured[] = [];
  for (const { how, refreshSeconds } of states) {
    await double.tell({ does: 'be', how });
    await refreshEvery(url, readers, refreshSeconds);
    await sleep(1_000);
    await double.tell({ does: 'count' });
    const latencies = await load(urls, SECONDS * 1000);
    const { calls = 0 } = await double.tell({ does: 'count' });
    measured.push({ ...latencies, calls });
  }
  return measured;
}

async function run(): Promise<Measured[]> {
  const double = await startDouble();
  const product = await startProduct({
    GOOGLE_DOUBLE: double.origins.join(','),
    GOOGLE_CLIENT_ID: 'double-client',
    GOOGLE_CLIENT_SECRET: 'double-secret',
  });
  try {
    return await measureStates(product.url, double);
  } finally {
    await stopProduct(product);
    await double.tell({ does: 'end' });
  }
}

const middle = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

function lineOf(name: string, of: readonly Measured[]): string {
  const shown = (pick: (one: Measured) => number) => middle(of.map(pick)).toFixed(2);
  const sum = (pick: (one: Measured) => number) => of.reduce((all, one) => all + pick(one), 0);
  const cells = [name, sum(({ requests }) => requests), sum(({ calls }) => calls), sum(({ failures }) => failures)];
  return `| ${[...cells, shown(({ median }) => median), shown(({ p99 }) => p99), shown(({ longest }) => longest)].join(' | ')} |`;
}

async function main() {
  const runs: Measured[][] = [];
  for (let n = 0; n < RUNS; n += 1) runs.push(await run());
  const lines = states.map(({ name }, place) =>
    lineOf(
      name,
      runs.flatMap((one) => one[place] ?? []),
    ),
  );
  const head = ['refreshes', 'requests', 'calls to Google', 'failed', 'median ms', '99 % ms', 'longest ms'];
  process.stdout.write(
    [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...lines].map((line) => `${line}\n`).join(''),
  );
}

void main();
