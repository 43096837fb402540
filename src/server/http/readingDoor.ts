import type { IncomingHttpHeaders } from 'node:http';
import type { ReadyAnswer } from './readyHead';

/** What a door looks at of a request that only reads. */
export interface Incoming {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Where an answer goes. */
export interface Outlet {
  /**
   * Sends an answer that is ready.
   *
   * @param now milliseconds since 1970
   * @returns whether all of it is in the system's hands already; it is not where the client reads slowly
   */
  send(answer: ReadyAnswer, now: number): boolean;
}

/** Answers a request at once and says so, or leaves it as it is: nothing is sent, counted or changed then. */
export type ReadingDoor = (request: Incoming, outlet: Outlet) => boolean;
