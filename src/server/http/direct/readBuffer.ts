import type { Socket } from 'node:net';

/** As much as Node makes room for at each read. */
const buffer = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * What Node keeps of the option `onread` of `net.Socket`, which makes a socket read into a buffer of one's own: the buffer, and what
 * is called with the number of bytes in it. A server's sockets have no options, so that they are given both here. Else each read
 * takes 64 KiB from the system and gives most of it back, which costs more than everything that is done with a short request.
 */
interface OnRead {
  readonly buffer: symbol;
  readonly callback: symbol;
}

interface Reading {
  readonly _handle?: { readonly useUserBuffer?: (buffer: Uint8Array) => void } | null;
  [key: symbol]: unknown;
}

const readingOf = (socket: Socket) => socket as unknown as Reading;

/** The same for all sockets, found in the first one. */
let known: OnRead | undefined;

function onReadOf(socket: Socket): OnRead | undefined {
  const symbols = Object.getOwnPropertySymbols(socket);
  const named = (name: string) => symbols.find(({ description }) => description === name);
  const [ofBuffer, callback] = [named('kBuffer'), named('kBufferCb')];
  return ofBuffer && callback && { buffer: ofBuffer, callback };
}

/**
 * Has a socket that has read nothing yet read into a buffer that it shares with others: what its `push` is given is there until
 * that returns.
 *
 * @returns false where this Node has nothing like it; the socket is as it was then
 */
export function shareBuffer(socket: Socket): boolean {
  const handle = readingOf(socket)._handle;
  known ??= onReadOf(socket);
  if (known === undefined || typeof handle?.useUserBuffer !== 'function') return false;
  readingOf(socket)[known.buffer] = buffer;
  readingOf(socket)[known.callback] = (length: number) => socket.push(buffer.subarray(0, length));
  handle.useUserBuffer(buffer);
  return true;
}

/** From now on what a socket reads stays: somebody else has it. */
export function keepWhatIsRead(socket: Socket): void {
  if (known === undefined || readingOf(socket)[known.buffer] !== buffer) return;
  readingOf(socket)[known.callback] = (length: number) => socket.push(Buffer.from(buffer.subarray(0, length)));
}
