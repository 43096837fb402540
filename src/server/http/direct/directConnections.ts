import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { DirectConnection, type Line } from './directConnection';
import { pushesAreHeard, type Reads } from './heardPushes';
import { shareBuffer } from './readBuffer';

/** What is done with the requests of connections that are read directly. */
export interface Answering extends Omit<Line, 'handOver' | 'gone'> {
  /** Whether the next connection is to be read directly. */
  readonly isWanted: () => boolean;
}

type Take = (this: Server, socket: Socket) => void;

/**
 * Gives a connection to Node's server in the documented way, and what has been read of it back to the connection. That comes
 * when the connection has told that it flows: were a request to hold it up before, it would then flow all the same, and
 * everything that comes would be held in memory.
 */
const handOverTo =
  (server: Server, take: Take): Line['handOver'] =>
  (socket, read) => {
    take.call(server, socket);
    process.nextTick(() => {
      if (!socket.destroyed) socket.unshift(read);
    });
  };

/**
 * Reads the connections of a server before Node does (see {@link DirectConnection}), as soon as it is certain that this Node
 * lets it. They end when the server closes, as those do that Node reads.
 */
export function readDirectly(server: Server, { isWanted, ...answering }: Answering): void {
  const [take, ...others] = server.listeners('connection') as Take[];
  if (take === undefined || others.length > 0) return;
  const connections = new Set<DirectConnection>();
  const gone = (connection: DirectConnection) => void connections.delete(connection);
  const line: Line = { ...answering, handOver: handOverTo(server, take), gone };
  let reads: Reads | undefined;
  server.on('listening', () => void pushesAreHeard().then((heard) => (reads = heard)));
  server.removeListener('connection', take);
  server.on('connection', (socket: Socket) => {
    if (reads === undefined || !isWanted()) return take.call(server, socket);
    if (reads === 'shared') shareBuffer(socket);
    connections.add(new DirectConnection(socket, line));
  });
  closeWith(server, connections);
}

/** Whoever closes connections of the server closes these too. */
function closeWith(server: Server, connections: ReadonlySet<DirectConnection>): void {
  const closeIdle = server.closeIdleConnections.bind(server);
  const closeAll = server.closeAllConnections.bind(server);
  server.closeIdleConnections = () => {
    for (const connection of connections) connection.close();
    closeIdle();
  };
  server.closeAllConnections = () => {
    for (const connection of connections) connection.cut();
    closeAll();
  };
}
