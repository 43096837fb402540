import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpointPath } from '../../../src/contract/paths';
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
  /** Paths of all endpoints. */
  readonly urls: readonly string[];
}

async function startReaders(origin: string, { tell }: Double): Promise<Reader[]> {
  const readers: Reader[] = [];
  for (let n = 0; n < PEOPLE; n += 1) {
    const { ids = [] } = await tell({ does: 'add', email: `reader-${n}@gmail.example`, sheets: SHEETS });
    readers.push(await startReader(origin, ids));
  }
  return readers;
}

const urlsOf = (origin: string, readers: readonly Reader[]) =>
  readers.flatMap(({ own }) => own.map(({ id }) => `${origin}${endpointPath(id, 'Teas')}`));

/** Runs work with a product on a core of its own, and a Google double with the lowest priority. */
export async function inPlace<T>(use: (place: Place) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tabpoint-google-'));
  const double = await startDouble();
  const settings = {
    GOOGLE_DOUBLE: double.origins.join(','),
    GOOGLE_CLIENT_ID: 'double-client',
    GOOGLE_CLIENT_SECRET: 'double-secret',
  };
  const product = await startProduct('.', dataDir, { cpu: 'server', settings });
  try {
    const readers = await startReaders(product.origin, double);
    return await use({ product, double, readers, urls: urlsOf(product.origin, readers) });
  } finally {
    await product.server.stop();
    await double.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
