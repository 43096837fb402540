import { connect, type Socket } from 'node:net';
import { AnswerReader } from './answerReader';

/** Requests of a connection, and its callbacks. */
export interface Traffic {
  readonly port: number;
  readonly nextRequest: () => Buffer;
  readonly answered: (status: number, milliseconds: number) => void;
  /** Called when the server has closed the connection. */
  readonly closed: () => void;
  readonly read: (bytes: number) => void;
}

const BUFFER = 64 * 1024;

/** A connection that sends its next request as soon as it has received the complete last response. */
export class Connection {
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER);
  readonly #traffic: Traffic;
  #socket: Socket | undefined;
  #sentAt = 0;
  #isOver = false;

  constructor(traffic: Traffic) {
    this.#traffic = traffic;
    this.#open();
  }

  /** Destroys the connection at once. */
  end(): void {
    this.#isOver = true;
    this.#socket?.destroy();
  }

  #open() {
    const reader = new AnswerReader((status) => {
      this.#traffic.answered(status, performance.now() - this.#sentAt);
      if (!this.#isOver) this.#send();
    });
    const callback = (length: number) => {
      this.#traffic.read(length);
      reader.read(this.#buffer.subarray(0, length));
      return true;
    };
    const onread = { buffer: this.#buffer, callback };
    this.#socket = connect({ port: this.#traffic.port, host: '127.0.0.1', noDelay: true, onread });
    this.#socket.on('connect', () => this.#send());
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => this.#reopen());
  }

  #reopen() {
    if (this.#isOver) return;
    this.#traffic.closed();
    setTimeout(() => !this.#isOver && this.#open(), 10);
  }

  #send() {
    this.#sentAt = performance.now();
    this.#socket?.write(this.#traffic.nextRequest());
  }
}
