import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ReadyAnswer, sendReady } from './readyHead';
import type { Messenger, Note, ReceivingDoor } from './receivingDoor';

/** Answers a request whose body has not been read yet as it is usually answered. */
type HandOver = (request: IncomingMessage, response: ServerResponse) => void;

/** Brings what Node has read, and was held back, to a door. */
class Holder implements Messenger {
  readonly #held: Buffer[] = [];

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly handOver: HandOver,
  ) {}

  hold(chunk: Buffer): void {
    this.#held.push(chunk);
  }

  get body(): Buffer {
    const [first] = this.#held;
    return this.#held.length === 1 && first !== undefined ? first : Buffer.concat(this.#held);
  }

  answer(answer: ReadyAnswer, now: number): void {
    sendReady(this.response, answer, now);
  }

  /** Puts what was held back where it belongs. */
  passOn(note?: Note): void {
    const { request } = this;
    note?.(request);
    this.handOver(request, this.response);
    for (const chunk of this.#held) request.push(chunk);
    request.push(null);
  }
}

/**
 * Holds back what arrives of a request's body, before anybody reads it, until all of it is there and a door can take it. It
 * relies on Node pushing what arrives into the request by its `push`, as into every `Readable`. For small bodies: they are kept
 * in memory.
 */
export function holdBody(
  request: IncomingMessage,
  response: ServerResponse,
  door: ReceivingDoor,
  handOver: HandOver,
): void {
  const holder = new Holder(request, response, handOver);
  request.push = (chunk: Buffer | null) => {
    if (chunk !== null) {
      holder.hold(chunk);
      return true;
    }
    Reflect.deleteProperty(request, 'push');
    if (!door.take(request, holder.body, holder)) holder.passOn();
    return true;
  };
}
