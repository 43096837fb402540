import { join } from 'node:path';
import { said } from './answering';
import { type Cpu, type Launched, launch } from './launch';

/** A running product. */
export interface Product {
  readonly server: Launched;
  readonly port: number;
  readonly origin: string;
}

/**
 * The product as it was built, with no settings but where it listens and keeps its data.
 *
 * @param first a script that is loaded before it
 */
export async function startProduct(root: string, dataDir: string, cpu: Cpu, first?: string): Promise<Product> {
  const words = [process.execPath, ...(first ? ['--require', first] : []), join(root, 'dist/server/main.js')];
  const server = launch(words, { cpu, environment: { DATA_DIR: dataDir, PORT: '0' } });
  const port = Number(await said(server, /Tabpoint is ready at http:\/\/[^:\s]+:(\d+)/));
  return { server, port, origin: `http://127.0.0.1:${port}` };
}
