import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endpointPath } from '../../src/contract/paths';
import type { Pulse } from './load/helpers';
import { memoryOf } from './load/processFacts';
import type { PulseReport } from './load/pulseReport';
import { readerFloor } from './rows/readerFloor';
import { firstAnswer } from './servers/answering';
import { Owner } from './servers/owner';
import { type Product, startProduct } from './servers/product';
import type { Endpoint } from './servers/productDialect';

/** One import, from the first byte of the upload to the first answer with rows. Times are milliseconds. */
export interface Import {
  readonly took: number;
  /** Bytes in memory before, nothing having been done yet. */
  readonly idle: number | undefined;
  /** How `/healthz` answered before and meanwhile. */
  readonly atRest: PulseReport;
  readonly meanwhile: PulseReport;
  /** The longest that its event loop stood still, by its own measure. */
  readonly standstill: number;
  /** What reading the file takes at all, right after. */
  readonly floor: number;
}

export interface Imported {
  readonly dataDir: string;
  readonly endpoint: Omit<Endpoint, 'port'>;
  readonly import: Import;
}

/** Milliseconds in which a server that has just started becomes quiet, and in which its pulse at rest is felt. */
const REST = 1000;

/** Answers that are still under way when an import is done. */
const TAIL = 200;

/** How long the event loop has stood still since this was asked last. */
async function standstillOf({ server }: Product): Promise<number> {
  const told = () => [...server.output().matchAll(/loop delay ([\d.]+)/g)].map(([, delay]) => Number(delay));
  const before = told().length;
  process.kill(server.pid, 'SIGUSR2');
  for (let step = 0; step < 200 && told().length === before; step += 1) await delay(5);
  return told().at(-1) ?? NaN;
}

async function importInto(product: Product, pulse: Pulse, fileName: string, file: Blob) {
  await delay(REST);
  const idle = memoryOf(product.server.pid)?.now;
  const owner = new Owner(product);
  await owner.signUp();
  pulse.begin(product.port);
  await delay(REST);
  const atRest = await pulse.end();
  await standstillOf(product);
  pulse.begin(product.port);
  const from = performance.now();
  const project = await owner.publish(fileName, file);
  const path = endpointPath(project.id, project.tabs[0]?.slug ?? '');
  await firstAnswer(product.server, `${product.origin}${path}?_limit=100`);
  const took = performance.now() - from;
  await delay(TAIL);
  const meanwhile = await pulse.end();
  const standstill = await standstillOf(product);
  const key = await owner.makeKey(project).catch(() => undefined);
  return { endpoint: { path, key }, import: { took, idle, atRest, meanwhile, standstill } };
}

/**
 * Imports a file into a product of its own, on all cores: reading is done by threads beside the one that answers.
 *
 * @throws NotAvailable when the product refuses it
 */
export async function importFile(
  { root, built, scratch, pulse }: { root: string; built: string; scratch: string; pulse: Pulse },
  kind: 'CSV' | 'XLSX',
  file: Blob,
): Promise<Imported> {
  const dataDir = mkdtempSync(join(scratch, 'product-'));
  const product = await startProduct(root, dataDir, { cpu: 'all', first: join(built, 'loopDelay.js') });
  try {
    const made = await importInto(product, pulse, `rows.${kind.toLowerCase()}`, file);
    const floor = await readerFloor(kind, Buffer.from(await file.arrayBuffer()));
    return { dataDir, endpoint: made.endpoint, import: { ...made.import, floor } };
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  } finally {
    await product.server.stop();
  }
}

/** A product that was started on rows that were there. */
export interface Reopened {
  readonly product: Product;
  /** Milliseconds from the launch of the process to the first answer with rows. */
  readonly after: number;
  /** And to the first answer to a question for which all rows have to be there. */
  readonly whole: number;
}

export async function reopen(root: string, { dataDir, endpoint }: Omit<Imported, 'import'>): Promise<Reopened> {
  const product = await startProduct(root, dataDir, { cpu: 'server' });
  const url = `${product.origin}${endpoint.path}`;
  const after = await firstAnswer(product.server, `${url}?_limit=100`);
  return { product, after, whole: await firstAnswer(product.server, `${url}?_limit=1&_fields=_id`) };
}

/** Rows that the endpoint at this path says it has. */
export async function totalOf(port: number, path: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}?_limit=1`);
  await answer.arrayBuffer();
  return Number(answer.headers.get('x-total-count'));
}
