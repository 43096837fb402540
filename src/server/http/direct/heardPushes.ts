import { type AddressInfo, connect, createServer, Socket } from 'node:net';
import { shareBuffer } from './readBuffer';

/** Where what is pushed lies: in a buffer that connections share, or in one of its own each time. */
export type Reads = 'shared' | 'own';

/** Sends one byte over a connection of this machine's own. */
const tryOut = (reads: Reads) =>
  new Promise<boolean>((resolve) => {
    let isHeard = false;
    const server = createServer((socket) => {
      const isReady = reads === 'own' || shareBuffer(socket);
      socket.push = (bytes: Buffer | null) => {
        isHeard ||= isReady && bytes?.toString() === 'x';
        return Socket.prototype.push.call(socket, bytes === null ? null : Buffer.from(bytes));
      };
      socket.on('error', () => undefined);
      socket.on('close', () => server.close(() => resolve(isHeard)));
      socket.resume();
    });
    server.on('error', () => resolve(false));
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      connect(port, '127.0.0.1')
        .on('error', () => server.close(() => resolve(false)))
        .end('x');
    });
  });

async function tryBoth(): Promise<Reads | undefined> {
  if (await tryOut('shared')) return 'shared';
  return (await tryOut('own')) ? 'own' : undefined;
}

let tried: Promise<Reads | undefined> | undefined;

/**
 * Whether, and how, Node gives what arrives at a socket to its `push`, as to that of every `Readable`: it has done so since its
 * first versions, but it is not documented for sockets. Tried out once.
 *
 * @returns undefined where it does not
 */
export function pushesAreHeard(): Promise<Reads | undefined> {
  tried ??= tryBoth();
  return tried;
}
