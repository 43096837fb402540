import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pushesAreHeard } from '../../../../src/server/http/direct/heardPushes';

/** Has a server listen on a free port, and connects to it. @returns the client's end, and the server's end of it */
export async function connectClient(server: Server): Promise<readonly [client: Socket, taken: Socket]> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await pushesAreHeard();
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [taken] = await connected;
  return [client, taken];
}
