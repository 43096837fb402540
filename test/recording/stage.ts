import { type Answer, type Client } from './client';
import { Names } from './names';
import type { Ended } from '../fixtures/launch';
import { type Environment, Product } from './product';
import { Visitor } from './visitor';
import { headerLine, shortJson, writtenAnswer } from './written';

/** A request of a scenario. */
export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as raw text or bytes. */
  readonly body?: string | Buffer;
  /** Sent as a file of a form, in the field `file`. */
  readonly file?: { readonly name: string; readonly bytes: string | Buffer };
  /** Visitor whose browser sends it: with cookies, and the origin of our own pages. */
  readonly as?: Visitor;
  /** A key of the data API. */
  readonly key?: string;
  /** Whether the body is recorded completely, whatever its length. */
  readonly whole?: boolean;
}

/** A recorded scenario. */
export interface Scenario {
  /** Also the name of its recording. */
  readonly name: string;
  /** Description in a sentence. */
  readonly about: string;
  readonly play: (stage: Stage) => Promise<void>;
}

const BOUNDARY = 'the-boundary-of-the-recording';

function bodyOf({ json, body, file }: Asked): { type?: string; bytes?: Buffer } {
  if (json !== undefined) return { type: 'application/json', bytes: Buffer.from(JSON.stringify(json)) };
  if (body !== undefined) return { bytes: Buffer.from(body) };
  if (file === undefined) return {};
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    bytes: Buffer.concat([Buffer.from(head), Buffer.from(file.bytes), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  };
}

/** Stage of a scenario: sends requests, and records them with their responses. */
export class Stage {
  readonly names = new Names();
  /** Complete long bodies, by the number of their call. */
  readonly longBodies = new Map<number, string>();
  readonly #parts: string[] = [];
  readonly #areas = new Map<string, string>();
  readonly #products: Product[] = [];
  #calls = 0;
  #visitors = 0;
  #product: Product | undefined;

  /** Starts a server with an empty data folder, for the following requests. */
  async start(environment: Environment = {}): Promise<Product> {
    const product = await this.make(environment);
    await product.start();
    this.use(product);
    return product;
  }

  /** Creates an empty data folder. */
  async make(environment: Environment = {}): Promise<Product> {
    const product = await Product.make(environment);
    this.#products.push(product);
    this.names.literal(product.dataDir, '<data folder>');
    return product;
  }

  /** Sends the following requests to this running server. */
  use(product: Product): void {
    this.#product = product;
    const { port } = product.client;
    this.names.literal(`localhost:${port}`, 'tabpoint.example');
    this.names.literal(`127.0.0.1:${port}`, 'tabpoint.example');
  }

  get client(): Client {
    if (this.#product === undefined) throw new Error('No server was started.');
    return this.#product.client;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.client.port}`;
  }

  /** Creates a new visitor. */
  visitor(name: string): Visitor {
    this.#visitors += 1;
    return new Visitor(name, this.#visitors);
  }

  /** Records a heading. */
  say(heading: string): void {
    this.#parts.push(`# ${heading}`);
  }

  /** Records something else than a response. */
  note(title: string, value: unknown): void {
    const text = typeof value === 'string' ? value : shortJson(this.names.inJson(value));
    this.#parts.push(`## ${title}\n\n${this.names.inText(text).trim()}`);
  }

  /** Records the output of a command. */
  noteEnd(title: string, { code, output }: Ended): void {
    this.note(title, `exit code ${code}\n${output}`);
  }

  /** Sends a request without recording it. */
  async ask(asked: Asked): Promise<Answer> {
    const answer = await this.client.send(this.#sent(asked));
    asked.as?.keep(answer);
    return answer;
  }

  /** Sends a request, and records it with its response. */
  async call(title: string, asked: Asked): Promise<Answer> {
    const answer = await this.ask(asked);
    this.#calls += 1;
    const written = writtenAnswer(answer, this.names, this.#areas, asked.whole === true);
    if (!written.text.includes(written.body)) this.longBodies.set(this.#calls, written.body);
    this.#parts.push(`## ${this.#calls}. ${title}\n\n${this.#asked(asked)}\n\n${written.text}`);
    return answer;
  }

  /** Returns recorded calls of a visitor, or with a key, by their methods. */
  by(who: Pick<Asked, 'as' | 'key'>) {
    const sending = (method: string) => (title: string, path: string, json?: unknown) =>
      this.call(title, { method, path, ...who, ...(json !== undefined && { json }) });
    return { post: sending('POST'), put: sending('PUT'), patch: sending('PATCH'), remove: sending('DELETE') };
  }

  /** Sends raw bytes, and records the response. `HOST` stands for the server's own. */
  async raw(title: string, text: string): Promise<void> {
    this.#noteRaw(title, text, await this.client.raw(text.replaceAll('HOST', `127.0.0.1:${this.client.port}`)));
  }

  /** Announces a body of this length, sends none of it, and records the response: it must be refused before it is read. */
  async tooLong(title: string, { method = 'POST', path, as, key }: Asked, length: number): Promise<void> {
    const headers = { ...as?.headers(this.origin), ...(key !== undefined && { authorization: `Bearer ${key}` }) };
    const lines = Object.entries({
      host: `127.0.0.1:${this.client.port}`,
      ...headers,
      'content-type': 'application/json',
    });
    const head = [`${method} ${path} HTTP/1.1`, ...lines.map((pair) => pair.join(': ')), `content-length: ${length}`];
    const came = await this.client.raw(`${head.join('\r\n')}\r\n\r\n`, (text) => text.endsWith('}'));
    this.#noteRaw(title, `${method} ${this.names.inText(path)}, ${length} bytes`, came);
  }

  #noteRaw(title: string, text: string, came: string): void {
    const kept = came
      .replace(/^(date|connection|keep-alive|content-length): .*\r\n/gim, '')
      .replaceAll('\r\n', '\n')
      .replace(/^([\w-]+): (.*)$/gm, (_all, name: string, value: string) => headerLine(name, value, this.names));
    this.note(title, `${JSON.stringify(text).slice(0, 200)}\n\n${kept}`);
  }

  #sent(asked: Asked) {
    const { method = 'GET', path, as, key, headers } = asked;
    const { type, bytes } = bodyOf(asked);
    const given = {
      ...(type !== undefined && { 'content-type': type }),
      ...as?.headers(this.origin),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...headers,
    };
    return { method, path, headers: given, body: bytes };
  }

  #asked(asked: Asked): string {
    const { method = 'GET', path, headers = {}, json, body, file, as, key } = asked;
    const lines = [
      `${method} ${this.names.inText(path)}`,
      ...(as === undefined ? [] : [`as ${as.name}`]),
      ...(key === undefined ? [] : [`key: ${this.names.inText(key)}`]),
      ...Object.entries(headers).map(([name, value]) => headerLine(name, value, this.names)),
    ];
    if (json !== undefined) lines.push(this.names.inText(shortJson(this.names.inJson(json))).slice(0, 2_000));
    if (body !== undefined) lines.push(this.names.inText(body.toString()).replaceAll('\r', '␍').slice(0, 1_000));
    if (file !== undefined) lines.push(`file ${file.name}, ${Buffer.byteLength(file.bytes)} bytes`);
    return lines.join('\n');
  }

  /** Returns the whole recording. */
  text(about: string): string {
    const areas = [...this.#areas].map(([text, name]) => `## ${name}\n\n${text}`);
    return `${[about, ...this.#parts, ...(areas.length > 0 ? ['# Headers', ...areas] : [])].join('\n\n')}\n`;
  }

  /** Ends all servers and removes their data. */
  async close(): Promise<void> {
    await Promise.all(this.#products.map((product) => product.remove()));
  }
}
