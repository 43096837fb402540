import { Socket } from 'node:net';
import { KEEP_ALIVE } from '../fastifyOptions';
import type { Outlet, ReadingDoor } from '../readingDoor';
import { type Headroom, headText, type ReadyAnswer } from '../readyHead';
import { exchange, type Handler, type HeadOnly } from './exchange';
import { type HeadFields, readFields, targetEnd } from './requestHead';

/** What a connection is for, and who takes it over. */
export interface Line {
  readonly doors: readonly ReadingDoor[];
  /** Answers what no door does. */
  readonly handle: Handler;
  /** Whether a path is answered here now. */
  readonly isOurs: (url: string) => boolean;
  /** Node has the connection from now on; it has read these bytes of it. */
  readonly handOver: (socket: Socket, read: Buffer) => void;
  /** Milliseconds after which a connection is cut on which nothing moves, though an answer is under way. */
  readonly stalled: number;
  readonly gone: (connection: DirectConnection) => void;
}

const GET = 0x20544547;
const HEAD = 0x44414548;

/** The method a request begins with; its length tells where the target begins. */
function methodOf(bytes: Buffer): 'GET' | 'HEAD' | undefined {
  if (bytes.length < 16) return undefined;
  const word = bytes.readInt32LE(0);
  if (word === GET) return 'GET';
  return word === HEAD && bytes[4] === 0x20 ? 'HEAD' : undefined;
}

/**
 * A connection whose requests are read here as long as they are plain: each came whole, alone and without a body. With the
 * first one that is not, Node has the connection for good, and reads that one itself.
 */
export class DirectConnection implements Outlet {
  /** Of the last request; those that follow have the same more often than not. */
  #fields: HeadFields | undefined;
  /** Whether somebody else is answering. */
  #isBusy = false;
  /** What has come meanwhile. */
  #held: Buffer | undefined;
  #isClosing = false;
  /** Whether nothing has moved for a while, though an answer was under way. */
  #isStalled = false;
  readonly #request: { method: 'GET' | 'HEAD'; url: string; headers: HeadFields['headers']; readonly socket: Socket };

  constructor(
    private readonly socket: Socket,
    private readonly line: Line,
  ) {
    this.#request = { method: 'GET', url: '', headers: {}, socket };
    socket.push = (bytes: Buffer | null) => this.#take(bytes);
    socket.on('end', this.#end);
    socket.on('error', this.#fail);
    socket.on('close', this.#gone);
    socket.on('timeout', this.#rest);
    this.#setTimeout();
  }

  #setTimeout() {
    this.#isStalled = false;
    this.socket.setTimeout(Math.min(KEEP_ALIVE, this.line.stalled));
  }

  /** Ends the connection: at once where nothing is under way, else with the answer. */
  close(): void {
    this.#isClosing = true;
    if (!this.#isBusy) this.socket.end();
  }

  /** Cuts the connection, whatever is under way. */
  cut(): void {
    this.socket.destroy();
  }

  send({ status, fields, pieces, headroom }: ReadyAnswer, now: number): boolean {
    const { socket } = this;
    const head = headText(status, fields, now);
    const [first] = pieces;
    if (first === undefined) socket.write(head, 'latin1');
    else if (typeof first === 'string' && pieces.length === 1) socket.write(head + first, 'latin1');
    else if (headroom !== undefined && head.length <= headroom.start) this.#sendAsOne(head, headroom);
    else {
      socket.cork();
      socket.write(head, 'latin1');
      for (const piece of pieces) socket.write(piece, 'latin1');
      socket.uncork();
    }
    return socket.writableLength === 0;
  }

  #sendAsOne(head: string, { bytes, start, end }: Headroom) {
    const from = start - head.length;
    bytes.write(head, from, 'latin1');
    this.socket.write(bytes.subarray(from, end));
  }

  /** @returns whether more may come */
  #take(bytes: Buffer | null): boolean {
    if (bytes === null) return Socket.prototype.push.call(this.socket, null);
    if (this.#isBusy) {
      this.#held = this.#held === undefined ? bytes : Buffer.concat([this.#held, bytes]);
      return false;
    }
    this.#read(bytes);
    return true;
  }

  #read(bytes: Buffer): void {
    if (this.#isStalled) this.#setTimeout();
    const method = methodOf(bytes);
    const start = method === undefined ? 0 : method.length + 1;
    const end = method === undefined ? -1 : targetEnd(bytes, start);
    const fields = end < 0 ? undefined : this.#fieldsIn(bytes, end);
    const url = fields && bytes.toString('latin1', start, end);
    if (method === undefined || fields === undefined || url === undefined || !this.#isPlain(url)) {
      return this.#handOver(bytes);
    }
    const request = this.#request;
    request.method = method;
    request.url = url;
    request.headers = fields.headers;
    for (const door of this.line.doors) if (door(request, this)) return;
    this.#ask({ method, url, fields });
  }

  /** A client that does not read is slowed down by Node. */
  #isPlain(url: string): boolean {
    return this.line.isOurs(url) && this.socket.writableLength === 0;
  }

  #fieldsIn(bytes: Buffer, start: number): HeadFields | undefined {
    const text = bytes.toString('latin1', start);
    if (this.#fields?.text !== text) this.#fields = readFields(text);
    return this.#fields;
  }

  #ask(head: HeadOnly): void {
    this.#isBusy = true;
    exchange(head, this.socket, this.line.handle, (isLast) => {
      this.#isBusy = false;
      if (isLast || this.#isClosing) return void this.socket.end();
      if (this.#held !== undefined) this.#handOver(this.#held);
    });
  }

  #handOver(read: Buffer) {
    const { socket, line } = this;
    Reflect.deleteProperty(socket, 'push');
    socket.removeListener('end', this.#end);
    socket.removeListener('error', this.#fail);
    socket.removeListener('close', this.#gone);
    socket.removeListener('timeout', this.#rest);
    socket.setTimeout(0);
    line.gone(this);
    line.handOver(socket, read);
  }

  readonly #end = () => void this.close();

  /** The socket is destroyed by itself. */
  readonly #fail = () => undefined;

  readonly #gone = () => this.line.gone(this);

  readonly #rest = () => {
    const { socket, line } = this;
    const isIdle = !this.#isBusy && socket.writableLength === 0;
    if (isIdle || this.#isStalled || line.stalled <= KEEP_ALIVE) return void socket.destroy();
    this.#isStalled = true;
    socket.setTimeout(line.stalled);
  };
}
