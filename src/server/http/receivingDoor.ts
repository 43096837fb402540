import type { IncomingMessage } from 'node:http';
import type { Incoming } from './readingDoor';
import type { ReadyAnswer } from './readyHead';

/** Notes something of a request before somebody else has it. */
export type Note = (request: IncomingMessage) => void;

/** Who has brought a request and waits for what becomes of it: one of the two, once. */
export interface Messenger {
  /**
   * Takes an answer back.
   *
   * @param now milliseconds since 1970
   */
  answer(answer: ReadyAnswer, now: number): void;
  /** Has the request answered by whoever answers what no door does, as if nothing had happened. */
  passOn(note?: Note): void;
}

/** A door for requests that bring a short body. */
export interface ReceivingDoor {
  /** Whether a request is one for this door, as far as its head tells. Nothing is counted or changed. */
  expects(request: Incoming): boolean;
  /**
   * Takes a request on, whose body has come whole, to answer it later.
   *
   * @returns whether it does; else nothing is sent, counted or changed
   */
  take(request: Incoming, body: Buffer, messenger: Messenger): boolean;
}
