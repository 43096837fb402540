import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpointPath } from '../../../src/contract/paths';
import { type Product, startProduct, stopProduct } from '../../fixtures/product';
import type { DoubleAnswer, DoubleOrder } from './doubleProcess';
import { type Latencies, load } from './load';
import { type Reader, refreshEvery, startReader } from './people';
import { type ProcessorTime, processorTimeOf, usedBetween } from './processorTime';

/**
 * `npm run bench:google`: how long endpoints take to answer while their projects are refreshed from a double of Google; while a
 * process of nobody's takes as much of the processor as these refreshes did in threads; while threads refresh that are new no more,
 * for which nothing need be compiled; while Google fails, and while it says nothing. Prints a table.
 */

const PEOPLE = 5;
const SHEETS = 18;
const RUNS = Number(process.argv[2] ?? 3);
const SECONDS = Number(process.argv[3] ?? 12);

/** Jobs that a refresh with other rows gives to threads: reading, deriving, comparing. Each is a burst. */
const JOBS = 3;

/** Milliseconds until a process has started and has nothing to do with that any more. */
const STARTED = 3_000;

interface State {
  readonly name: string;
  readonly how: 'well' | 'edited' | 'failing' | 'hanging';
  readonly refreshSeconds: number;
  /** Whether somebody else takes the processor as the refreshes before did. */
  readonly isBurnt?: boolean;
}

const states: readonly State[] = [
  { name: 'no refreshes', how: 'well', refreshSeconds: 3_600 },
  { name: 'as many as Google’s quotas let', how: 'edited', refreshSeconds: 5 },
  { name: 'none, another process as busy as their threads', how: 'well', refreshSeconds: 3_600, isBurnt: true },
  { name: 'as many, their threads having done others', how: 'edited', refreshSeconds: 5 },
  { name: 'all of them fail (503)', how: 'failing', refreshSeconds: 5 },
  { name: 'all of them hang', how: 'hanging', refreshSeconds: 5 },
];

type Measured = Latencies & ProcessorTime & { readonly calls: number };

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

/** Starts a process that takes as much of the processor as was measured. @returns ends it */
async function startBurner({ threads, calls }: Measured): Promise<() => void> {
  const bursts = Math.max(1, calls * JOBS);
  const words = [String(bursts / SECONDS), String(threads / bursts)];
  const child = fork(join(__dirname, 'burner.ts'), words, { execArgv: process.execArgv });
  await once(child, 'message');
  await sleep(STARTED);
  return () => void child.kill();
}

interface Place {
  readonly product: Product;
  readonly double: Double;
  readonly urls: readonly string[];
  readonly readers: readonly Reader[];
}

async function measureState({ product, double, urls, readers }: Place, state: State): Promise<Measured> {
  const pid = product.process.pid ?? 0;
  await double.tell({ does: 'be', how: state.how });
  await refreshEvery(product.url, readers, state.refreshSeconds);
  await sleep(1_000);
  await double.tell({ does: 'count' });
  const before = processorTimeOf(pid);
  const latencies = await load(urls, SECONDS * 1000);
  const used = usedBetween(before, processorTimeOf(pid));
  const { calls = 0 } = await double.tell({ does: 'count' });
  return { ...latencies, ...used, calls };
}

async function measureStates(product: Product, double: Double): Promise<Measured[]> {
  const { url } = product;
  const readers = await startReaders(url, double);
  const urls = readers.flatMap(({ projects }) => projects.map(({ id }) => `${url}${endpointPath(id, 'Teas')}`));
  await load(urls, 3_000);
  const measured: Measured[] = [];
  for (const state of states) {
    const refreshed = measured.at(-1);
    const stop = state.isBurnt === true && refreshed !== undefined ? await startBurner(refreshed) : () => undefined;
    measured.push(await measureState({ product, double, urls, readers }, state));
    stop();
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
    return await measureStates(product, double);
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
  const times = [
    ...[shown(({ median }) => median), shown(({ p99 }) => p99), shown(({ longest }) => longest)],
    ...[shown(({ loop }) => loop / SECONDS), shown(({ threads }) => threads / SECONDS)],
  ];
  return `| ${[...cells, ...times].join(' | ')} |`;
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
  const head = [
    ...['refreshes', 'requests', 'calls to Google', 'failed', 'median ms', '99 % ms', 'longest ms'],
    ...['event loop, CPU ms/s', 'threads, CPU ms/s'],
  ];
  process.stdout.write(
    [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...lines].map((line) => `${line}\n`).join(''),
  );
}

void main();
