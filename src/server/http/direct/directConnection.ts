import { Socket } from 'node:net';
import { KEEP_ALIVE } from '../fastifyOptions';
import type { Incoming, Outlet, ReadingDoor } from '../readingDoor';
import { type Headroom, headText, type ReadyAnswer } from '../readyHead';
import type { Messenger, Note, ReceivingDoor } from '../receivingDoor';
import { busyAnswer } from '../refuseAtOnce';
import { exchange, type Handler } from './exchange';
import { keepWhatIsRead } from './readBuffer';
import { WholeRequest } from './wholeRequest';

/** What a connection is for, and who takes it over. */
export interface Line {
  readonly doors: readonly ReadingDoor[];
  readonly receivingDoors: readonly ReceivingDoor[];
  /** Answers what no door does. */
  readonly handle: Handler;
  /** Lets in a request that a door expects; see `Admission.letIn`. */
  readonly letIn: (request: Incoming) => (() => void) | undefined;
  /** Answers what was let in and is not answered by its door. */
  readonly passOn: Handler;
  /** Whether a path is answered here now. */
  readonly isOurs: (url: string) => boolean;
  /** Node has the connection from now on; it has read these bytes of it. */
  readonly handOver: (socket: Socket, read: Buffer) => void;
  /** Milliseconds after which a connection is cut on which nothing moves, though an answer is under way. */
  readonly stalled: number;
  readonly gone: (connection: DirectConnection) => void;
}

const nobody = () => undefined;

/**
 * A connection whose requests are read here as long as they are plain: each came whole and alone, and has no body, or one that
 * a door expects. With the first one that is not, Node has the connection for good, and reads that one itself.
 */
export class DirectConnection implements Outlet, Messenger {
  /** Whether somebody else is answering. */
  #isBusy = false;
  /** A copy of what has come meanwhile. */
  #held: Buffer | undefined;
  #isClosing = false;
  /** Whether nothing has moved for a while, though an answer was under way. */
  #isStalled = false;
  readonly #request: WholeRequest;
  /** How a request leaves that was let in. */
  #leave: () => void = nobody;

  constructor(
    private readonly socket: Socket,
    private readonly line: Line,
  ) {
    this.#request = new WholeRequest(socket);
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

  /** @param bytes there until this returns @returns whether more may come */
  #take(bytes: Buffer | null): boolean {
    if (bytes === null) return Socket.prototype.push.call(this.socket, null);
    if (this.#isBusy) {
      this.#held = Buffer.concat(this.#held === undefined ? [bytes] : [this.#held, bytes]);
      return false;
    }
    this.#read(bytes);
    return true;
  }

  #read(bytes: Buffer): void {
    if (this.#isStalled) this.#setTimeout();
    const request = this.#request;
    if (!request.read(bytes) || !this.#isPlain(request.url)) return this.#handOver(bytes);
    if (request.body !== undefined) return this.#receive(request.body, bytes);
    for (const door of this.line.doors) if (door(request, this)) return;
    this.#ask(this.line.handle);
  }

  /** A client that does not read is slowed down by Node. */
  #isPlain(url: string): boolean {
    return this.line.isOurs(url) && this.socket.writableLength === 0;
  }

  #receive(body: Buffer, bytes: Buffer): void {
    const { line } = this;
    const request = this.#request;
    const door = line.receivingDoors.find((one) => one.expects(request));
    if (door === undefined) return this.#handOver(bytes);
    const leave = line.letIn(request);
    if (leave === undefined) return void this.send(busyAnswer(request.method), Date.now());
    this.#leave = leave;
    this.#isBusy = true;
    // The next request will lie where it does.
    request.body = Buffer.from(body);
    if (!door.take(request, request.body, this)) this.passOn();
  }

  /** Answers what a door has taken on. */
  answer(answer: ReadyAnswer, now: number): void {
    this.#leave();
    this.send(answer, now);
    this.#done(false);
  }

  /** Passes on what a door has taken on, or has not. */
  passOn(note?: Note): void {
    const leave = this.#leave;
    this.#ask((request, response) => {
      response.once('close', leave);
      note?.(request);
      this.line.passOn(request, response);
    });
  }

  #ask(handle: Handler): void {
    this.#isBusy = true;
    exchange(this.#request, handle, (isLast) => this.#done(isLast));
  }

  #done(isLast: boolean): void {
    this.#isBusy = false;
    this.#leave = nobody;
    if (isLast || this.#isClosing) return void this.socket.end();
    if (this.#held !== undefined) this.#handOver(this.#held);
  }

  #handOver(read: Buffer) {
    const { socket, line } = this;
    Reflect.deleteProperty(socket, 'push');
    keepWhatIsRead(socket);
    socket.removeListener('end', this.#end);
    socket.removeListener('error', this.#fail);
    socket.removeListener('close', this.#gone);
    socket.removeListener('timeout', this.#rest);
    socket.setTimeout(0);
    line.gone(this);
    line.handOver(socket, Buffer.from(read));
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
