import { join } from 'node:path';
import { said } from './answering';
import { type Cpu, type Launched, launch } from './launch';

/** A running product. */
export interface Product {
  readonly server: Launched;
  readonly port: number;
  readonly origin: string;
}

export interface ProductOptions {
  readonly cpu: Cpu;
  /** A script that is loaded before it. */
  readonly first?: string;
  /** Settings besides where it listens and keeps its data. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * The product as it was built.
 *
 * @param root the folder that `dist` is in
 */
export async function startProduct(
  root: string,
  dataDir: string,
  { cpu, first, settings }: ProductOptions,
): Promise<Product> {
  const words = [process.execPath, ...(first ? ['--require', first] : []), join(root, 'dist/server/main.js')];
  const server = launch(words, { cpu, environment: { DATA_DIR: dataDir, PORT: '0', ...settings } });
  const port = Number(await said(server, /Tabpoint is ready at http:\/\/[^:\s]+:(\d+)/));
  return { server, port, origin: `http://127.0.0.1:${port}` };
}
