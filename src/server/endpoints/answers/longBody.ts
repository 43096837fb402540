import { Readable } from 'node:stream';

/** Bytes from which on a body is not handed to the system all at once: it takes as many as the client reads meanwhile. */
export const LONG_BODY = 1 << 21;

const SLICE = LONG_BODY;

/** A body that is at hand, a slice in each turn of the event loop: however many are sent, others are answered between. */
export function inSlices(body: Buffer): Readable {
  let at = 0;
  const next = () => body.subarray(at, (at += SLICE));
  return new Readable({
    highWaterMark: SLICE,
    read() {
      setImmediate(() => this.push(at < body.length ? next() : null));
    },
  });
}
