import type { RequestSet } from './job';

/** Requests as bytes of HTTP, side by side in one buffer. */
export class RequestList {
  readonly #bytes: Buffer;
  /** Start of each request, and the end of the last. */
  readonly #starts: Uint32Array;

  constructor({ method, paths, headers, body }: RequestSet) {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    if (body !== undefined) lines.push(`Content-Length: ${Buffer.byteLength(body)}\r\n`);
    const rest = ` HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
    const requests = paths.map((path) => Buffer.from(`${method} ${path}${rest}`));
    this.#bytes = Buffer.concat(requests);
    this.#starts = new Uint32Array(requests.length + 1);
    requests.forEach(({ length }, index) => (this.#starts[index + 1] = (this.#starts[index] ?? 0) + length));
  }

  /** @param number index of the request, modulo their number */
  at(number: number): Buffer {
    const index = number % (this.#starts.length - 1);
    return this.#bytes.subarray(this.#starts[index], this.#starts[index + 1]);
  }
}
