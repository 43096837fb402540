import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endpointPath } from '../../src/contract/paths';
import { callerOf } from '../fixtures/caller';
import type { Pulse } from './load/helpers';
import { memoryOf } from './load/processFacts';
import type { PulseReport } from './load/pulseReport';
import { readerFloor } from './rows/readerFloor';
import { firstAnswer } from './servers/answering';
import { type Product, startProduct } from './servers/product';
import type { Endpoint } from './servers/productDialect';

/** One import, from the first byte of the upload to the first response with rows. Times are in milliseconds. */
export interface Import {
  readonly took: number;
  /** Resident bytes before any work. */
  readonly idle: number | undefined;
  /** Response times of `/healthz` before and during the import. */
  readonly atRest: PulseReport;
  readonly meanwhile: PulseReport;
  /** Longest blocking of the event loop, measured by the product itself. */
  readonly standstill: number;
  /** Time of just reading the file, measured right after the import. */
  readonly floor: number;
}

export interface Imported {
  readonly dataDir: string;
  readonly endpoint: Omit<Endpoint, 'port'>;
  readonly import: Import;
}

/** Milliseconds in which a started server settles, and in which its idle response times are measured. */
const SETTLE_MS = 1000;

/** Milliseconds to wait for pending responses after an import. */
const TAIL_MS = 200;

/** Returns the longest blocking of the event loop since the last call. */
async function blockedTime({ server }: Product): Promise<number> {
  const delays = () => [...server.output().matchAll(/loop delay ([\d.]+)/g)].map(([, delay]) => Number(delay));
  const before = delays().length;
  process.kill(server.pid, 'SIGUSR2');
  for (let step = 0; step < 200 && delays().length === before; step += 1) await delay(5);
  return delays().at(-1) ?? NaN;
}

async function importInto(product: Product, pulse: Pulse, name: string, bytes: Buffer) {
  await delay(SETTLE_MS);
  const idle = memoryOf(product.server.pid)?.now;
  const owner = await callerOf(product.origin);
  pulse.begin(product.port);
  await delay(SETTLE_MS);
  const atRest = await pulse.end();
  await blockedTime(product);
  pulse.begin(product.port);
  const from = performance.now();
  const sheet = await owner.uploadSheet({ name, bytes });
  const { id, tabs } = await owner.createProject(sheet.id);
  await owner.updateProject(id, { access: 'public' });
  const path = endpointPath(id, tabs[0]?.slug ?? '');
  await firstAnswer(product.server, `${product.origin}${path}?_limit=100`);
  const took = performance.now() - from;
  await delay(TAIL_MS);
  const meanwhile = await pulse.end();
  const standstill = await blockedTime(product);
  const key = await owner.makeKey(id).catch(() => undefined);
  return { endpoint: { path, key }, import: { took, idle, atRest, meanwhile, standstill } };
}

/** Imports a file into a product of its own, on all cores, since worker threads read it. @throws if the product refuses it */
export async function importFile(
  { root, built, scratch, pulse }: { root: string; built: string; scratch: string; pulse: Pulse },
  kind: 'CSV' | 'XLSX',
  file: Buffer,
): Promise<Imported> {
  const dataDir = mkdtempSync(join(scratch, 'product-'));
  const product = await startProduct(root, dataDir, { cpu: 'all', first: join(built, 'loopDelay.js') });
  try {
    const made = await importInto(product, pulse, `rows.${kind.toLowerCase()}`, file);
    const floor = await readerFloor(kind, file);
    return { dataDir, endpoint: made.endpoint, import: { ...made.import, floor } };
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  } finally {
    await product.server.stop();
  }
}

/** A product that was started on existing rows. */
export interface Reopened {
  readonly product: Product;
  /** Milliseconds from the launch of the process to the first response with rows. */
  readonly after: number;
  /** Milliseconds to the first response to a query that needs all rows. */
  readonly whole: number;
}

export async function reopen(root: string, { dataDir, endpoint }: Omit<Imported, 'import'>): Promise<Reopened> {
  const product = await startProduct(root, dataDir, { cpu: 'server' });
  const url = `${product.origin}${endpoint.path}`;
  const after = await firstAnswer(product.server, `${url}?_limit=100`);
  return { product, after, whole: await firstAnswer(product.server, `${url}?_limit=1&_fields=_id`) };
}

/** Returns the number of rows of the endpoint at this path. */
export async function totalOf(port: number, path: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}?_limit=1`);
  await answer.arrayBuffer();
  return Number(answer.headers.get('x-total-count'));
}
