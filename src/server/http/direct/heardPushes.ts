import { type AddressInfo, connect, createServer, Socket } from 'node:net';

/** Sends one byte over a connection of this machine's own. */
const tryOut = () =>
  new Promise<boolean>((resolve) => {
    let isHeard = false;
    const server = createServer((socket) => {
      socket.push = (bytes: Buffer | null) => {
        isHeard ||= bytes !== null;
        return Socket.prototype.push.call(socket, bytes);
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

let tried: Promise<boolean> | undefined;

/**
 * Whether Node gives what arrives at a socket to its `push`, as to that of every `Readable`: it has done so since its first
 * versions, but it is not documented for sockets. Tried out once.
 */
export function pushesAreHeard(): Promise<boolean> {
  tried ??= tryOut();
  return tried;
}
