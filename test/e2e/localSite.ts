import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site on this machine, on a port of its own. */
export interface LocalSite {
  readonly port: number;
  readonly origin: string;
  readonly close: () => void;
}

/** Starts a site. @param host the name in its origin */
export async function startLocalSite(listener: RequestListener, host = '127.0.0.1'): Promise<LocalSite> {
  const server = createServer(listener).listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port, origin: `http://${host}:${port}`, close };
}
