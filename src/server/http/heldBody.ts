import type { IncomingMessage } from 'node:http';

/** Passes a request on with its body, as if nothing had happened. */
export type PassOn = () => void;

/** What becomes of a request whose body is held. */
export interface Holder {
  /**
   * Looks at a body that has arrived whole, at once.
   *
   * @param passOn for whoever takes the request on and leaves it after all
   * @returns whether the request is taken on; else it is passed on
   */
  take(body: Buffer, passOn: PassOn): boolean;
  /** Gives the request to whoever reads its body as it is usually read. */
  handOver(): void;
}

/** Puts what was held back where it belongs. */
function release(request: IncomingMessage, held: readonly Buffer[], holder: Holder): void {
  holder.handOver();
  for (const chunk of held) request.push(chunk);
  request.push(null);
}

/**
 * Holds back what arrives of a request's body, before anybody reads it, until all of it is there. It relies on Node pushing
 * what arrives into the request by its `push`, as into every `Readable`. For small bodies: they are kept in memory.
 */
export function holdBody(request: IncomingMessage, holder: Holder): void {
  const held: Buffer[] = [];
  request.push = (chunk: Buffer | null) => {
    if (chunk !== null) {
      held.push(chunk);
      return true;
    }
    Reflect.deleteProperty(request, 'push');
    const [first] = held;
    const body = held.length === 1 && first !== undefined ? first : Buffer.concat(held);
    const passOn = () => release(request, held, holder);
    if (!holder.take(body, passOn)) passOn();
    return true;
  };
}
