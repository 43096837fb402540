import { IncomingMessage, ServerResponse } from 'node:http';
import { KEEP_ALIVE } from '../fastifyOptions';
import type { WholeRequest } from './wholeRequest';

/** Answers a request as it would be answered had Node read it. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

function requestOf({ method, url, fields, body, socket }: WholeRequest): IncomingMessage {
  const request = new IncomingMessage(socket);
  const { headers, raw } = fields;
  Object.assign(request, { method, url, headers: { ...headers }, rawHeaders: [...raw], complete: true });
  Object.assign(request, { httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 });
  if (body !== undefined) request.push(body);
  request.push(null);
  return request;
}

const isLast = (response: ServerResponse) =>
  !response.shouldKeepAlive || String(response.getHeader('connection')).toLowerCase() === 'close';

/**
 * Has a request answered by whoever answers those that Node has read.
 *
 * @param done is told when all of the answer is sent, and whether the connection stays; never where the client goes away
 */
export function exchange(come: WholeRequest, handle: Handler, done: (isLast: boolean) => void): void {
  const { socket } = come;
  const request = requestOf(come);
  const response = new ServerResponse(request);
  const goOn = () => response.emit('drain');
  response.setHeader('Keep-Alive', `timeout=${KEEP_ALIVE / 1000}`);
  response.assignSocket(socket);
  socket.on('drain', goOn);
  response.on('finish', () => {
    socket.removeListener('drain', goOn);
    response.detachSocket(socket);
    process.nextTick(() => response.emit('close'));
    done(isLast(response));
  });
  handle(request, response);
}
