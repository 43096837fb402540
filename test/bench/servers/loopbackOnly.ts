/** Loaded before a server that would listen on every network: it listens on this machine only. */
import { Server } from 'node:net';

const listen = Server.prototype.listen;

Server.prototype.listen = function (this: Server, ...words: unknown[]): Server {
  const [port, ...rest] = words;
  const isPort = typeof port === 'number' || typeof port === 'string';
  const given: unknown[] = isPort
    ? [Number(port), '127.0.0.1', ...rest.filter((word) => typeof word === 'function')]
    : words;
  return Reflect.apply(listen, this, given) as Server;
};
