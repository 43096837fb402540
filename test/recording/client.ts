import { Agent, request as send } from 'node:http';
import { connect } from 'node:net';

/** A response as received, its body not decoded. */
export interface Answer {
  readonly status: number;
  /** Pairs of name and value, names in lower case; repeated headers are repeated. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** Returns the value of a header; undefined if missing. */
export const headerOf = ({ headers }: Answer, name: string): string | undefined =>
  headers.find(([one]) => one === name)?.[1];

/** Parses the body as JSON. */
export const jsonOf = <T>({ body }: Answer): T => JSON.parse(body.toString()) as T;

function pairsOf(raw: readonly string[]): Answer['headers'] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? ''] as const] : []));
}

/**
 * Sends requests over two keep-alive connections, one for plain reads and one for everything else: a server may parse them in
 * different ways, and both are recorded.
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
   * Sends bytes over a connection of their own.
   *
   * @param isEnough whether the received bytes are complete; without it the server must close the connection
   * @returns all received bytes
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
