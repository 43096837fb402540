import { Agent, request as send } from 'node:http';
import { connect } from 'node:net';

/** An answer as it came over the wire, its body not decoded. */
export interface Answer {
  readonly status: number;
  /** Name and value in pairs, names in small letters; a header that comes twice is there twice. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** The value of a header; undefined where it is not there. */
export const headerOf = ({ headers }: Answer, name: string): string | undefined =>
  headers.find(([one]) => one === name)?.[1];

/** The body as JSON. */
export const jsonOf = <T>({ body }: Answer): T => JSON.parse(body.toString()) as T;

function pairsOf(raw: readonly string[]): Answer['headers'] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? ''] as const] : []));
}

/**
 * Sends requests over two connections that are kept, one for plain reads and one for everything else: a server may read the
 * former in another way than the latter, and both are to be recorded.
 */
export class Client {
  readonly #plain = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #other = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(readonly port: number) {}

  send({ method, path, headers, body }: Sent): Promise<Answer> {
    const isPlain = method === 'GET' && path.startsWith('/v1/') && body === undefined;
    const agent = isPlain ? this.#plain : this.#other;
    const length = body === undefined ? {} : { 'content-length': String(body.length) };
    return new Promise((resolve, reject) => {
      const asked = send(
        { host: '127.0.0.1', port: this.port, method, path, headers: { ...headers, ...length }, agent },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const { statusCode: status = 0, rawHeaders } = response;
            resolve({ status, headers: pairsOf(rawHeaders), body: Buffer.concat(chunks) });
          });
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
  }

  /**
   * Sends bytes as they are over a connection of their own.
   *
   * @param isEnough whether what came is all; without it the server has to end the connection
   * @returns all that came
   */
  raw(text: string, isEnough: (came: string) => boolean = () => false): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.port, '127.0.0.1', () => socket.write(text, 'latin1'));
      let came = '';
      socket.on('data', (data) => {
        came += data.toString();
        if (isEnough(came)) socket.destroy();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(came));
    });
  }

  close(): void {
    this.#plain.destroy();
    this.#other.destroy();
  }
}
