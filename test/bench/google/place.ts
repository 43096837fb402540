import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { endpointPath } from '../../../src/contract/paths';
import type { Cpu } from '../servers/launch';
import { type Product, startProduct } from '../servers/product';
import { type Double, startDouble } from './double';
import { type Reader, startReader } from './people';

const PEOPLE = 5;
const SHEETS = 18;

/** A product with projects of the double's sheets. */
export interface Place {
  readonly product: Product;
  readonly double: Double;
  readonly readers: readonly Reader[];
  /** Of all endpoints. */
  readonly urls: readonly string[];
}

async function startReaders(origin: string, { tell }: Double): Promise<Reader[]> {
  const readers: Reader[] = [];
  for (let n = 0; n < PEOPLE; n += 1) {
    const { ids = [] } = await tell({ does: 'add', email: `reader-${n}@gmail.example`, sheets: SHEETS });
    readers.push(await startReader(origin, `reader-${n}@tabpoint.example`, ids));
  }
  return readers;
}

const urlsOf = (origin: string, readers: readonly Reader[]) =>
  readers.flatMap(({ projects }) => projects.map(({ id }) => `${origin}${endpointPath(id, 'Teas')}`));

/** The product that is to be asked. */
export interface Asked {
  /** The folder that its `dist` is in. */
  readonly root: string;
  /** The core that it has for itself, or all of them. */
  readonly cpu: Cpu;
  /** URL of a PostgreSQL that it gets a database of; SQLite without. */
  readonly postgres?: string | undefined;
}

async function asAdministrator(connectionString: string, statement: string) {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Makes a database. @returns the settings that name it, and what removes it */
async function makeDatabase(postgres: string | undefined) {
  if (postgres === undefined) return { settings: {}, drop: async () => undefined };
  const name = `bench_${randomBytes(8).toString('hex')}`;
  await asAdministrator(postgres, `create database ${name}`);
  const url = new URL(postgres);
  url.pathname = `/${name}`;
  const settings = { DATABASE_URL: url.href, AUTH_SECRET: randomBytes(32).toString('hex') };
  return { settings, drop: () => asAdministrator(postgres, `drop database ${name} with (force)`) };
}

/** Has something done with a product, and a double that has only what the product and the client leave. */
export async function inPlace<T>({ root, cpu, postgres }: Asked, use: (place: Place) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tabpoint-google-'));
  const [double, database] = await Promise.all([startDouble(), makeDatabase(postgres)]);
  const settings = {
    ...database.settings,
    GOOGLE_DOUBLE: double.origins.join(','),
    GOOGLE_CLIENT_ID: 'double-client',
    GOOGLE_CLIENT_SECRET: 'double-secret',
  };
  const product = await startProduct(root, dataDir, { cpu, settings });
  try {
    const readers = await startReaders(product.origin, double);
    return await use({ product, double, readers, urls: urlsOf(product.origin, readers) });
  } finally {
    await product.server.stop();
    await double.end();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
