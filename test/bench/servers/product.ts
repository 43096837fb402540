import { join } from 'node:path';
import { waitForOutput } from './answering';
import { type Cpu, type Launched, launch } from './launch';

/** A running product. */
export interface Product {
  readonly server: Launched;
  readonly port: number;
  readonly origin: string;
}

export interface ProductOptions {
  readonly cpu: Cpu;
  /** Script that is loaded before it. */
  readonly first?: string;
  /** Settings besides its address and data folder. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts the built product.
 *
 * @param root the folder of `dist`
 */
export async function startProduct(
  root: string,
  dataDir: string,
  { cpu, first, settings }: ProductOptions,
): Promise<Product> {
  const words = [process.execPath, ...(first ? ['--require', first] : []), join(root, 'dist/server/main.js')];
  const server = launch(words, { cpu, environment: { DATA_DIR: dataDir, PORT: '0', ...settings } });
  const port = Number(await waitForOutput(server, /Tabpoint is ready at http:\/\/[^:\s]+:(\d+)/));
  return { server, port, origin: `http://127.0.0.1:${port}` };
}
