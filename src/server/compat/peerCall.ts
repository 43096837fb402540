import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest, HTTPMethods, InjectOptions } from 'fastify';
import { limits } from '../../contract/limits';
import type { Problem } from '../../contract/problems';
import type { ProjectAnswer } from '../../contract/rows';
import { nothingHere, PROBLEM_TYPE } from '../http/problems';
import { Refusal } from '../refusal';
import { type Pair, PeerRequest, quoted, type Row, textOf, WITHOUT_IDS } from './peerRequest';

/** Answers one call of a peer: what it returns is the body of the answer. */
export type Handle = (call: PeerCall) => Promise<unknown>;

/** An address of a peer, below the peer's own. */
type Route = readonly [
  method: HTTPMethods | HTTPMethods[],
  url: string,
  handle: Handle,
  /** Parameters that it takes, where others are refused; without it, the handler looks at them itself. */
  takes?: readonly string[],
];

/** A service whose calls are translated to those of the data API. */
export interface Peer {
  /** Stands behind `/compat/` in addresses. */
  readonly name: string;
  /** Headers that its clients send from pages, beside those of the data API. */
  readonly sends?: readonly string[];
  /** How it says what is wrong. A status that is not given is that of the problem. */
  readonly errorOf: (problem: Problem, request: FastifyRequest) => PeerError;
  readonly routes: readonly Route[];
}

export interface PeerError {
  readonly status?: number;
  readonly type?: string;
  readonly body: unknown;
}

/** What a problem says, as one text. */
export const sentenceOf = ({ detail, hint }: Problem): string =>
  [detail, hint].filter((text) => text !== undefined).join(' ');

/** Lets a filter change as many rows as it may at most. */
export const mostAffected: Pair = ['_max_affected', String(limits.rowsPerFilterWriteMost)];

/** What a change by filters is answered with. */
export interface WrittenRows {
  readonly data: readonly Row[];
  readonly meta: { readonly count: number };
}

/** What is addressed. */
interface Address {
  readonly project: string;
  /** Title or slug. */
  readonly tab: string;
  /** `_id` of a row. */
  readonly id?: string | undefined;
}

/** A call of the data API: it goes to what the peer's call addresses, as far as nothing else is named. */
export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly tab?: string | undefined;
  readonly id?: string | undefined;
  /** An address of ours below the tab, `_schema` for example. */
  readonly below?: string;
  readonly query?: readonly Pair[];
  /** A body of JSON. */
  readonly json?: unknown;
  /** Rows as a body of CSV, in which every value is a text that is read as its column's type. */
  readonly texts?: readonly Row[];
  readonly accept?: string;
  /** Which of several calls that one call is translated to: each is repeated by a key of its own, and a dry run by none. */
  readonly step?: number | 'dry';
}

const IDEMPOTENCY_KEY = 'idempotency-key';

/** What of a caller's headers matters to the data API: the key, where the call comes from, and that it may be repeated. */
const SENT_ON = [
  ...['authorization', 'x-api-key', 'host', 'origin', 'user-agent', 'if-match'],
  ...['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
];

/** Headers of its answers that hold for what they are translated to as well. */
const PASSED_ON = [
  ...['access-control-allow-origin', 'access-control-expose-headers', 'allow', 'cache-control', 'vary'],
  ...['idempotency-replayed', 'ratelimit', 'ratelimit-policy', 'retry-after', 'www-authenticate', 'x-total-count'],
  ...['x-tabpoint-revision', 'x-tabpoint-stale', 'x-tabpoint-synced-at'],
];

/** Thrown where the data API refuses a call. */
export class RefusedCall extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

/** A part of an address; whatever begins with `_` and is not ours has one more. URLs would take dots alone for another folder. */
function part(name: string): string {
  if (/^\.{1,2}$/.test(name)) throw nothingHere();
  return encodeURIComponent(name.startsWith('_') ? `_${name}` : name);
}

function urlOf({ project, tab, id, below, query = [] }: Call & Pick<Address, 'project'>): string {
  const parts = [project, tab, id].filter((one) => one !== undefined).map(part);
  const path = ['/v1', ...parts, ...(below === undefined ? [] : [below])].join('/');
  const text = query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  return text === '' ? path : `${path}?${text}`;
}

function csvOf(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [names.map(quoted), ...rows.map((row) => names.map((name) => quoted(textOf(row[name]))))]
    .map((fields) => fields.join(','))
    .join('\r\n');
}

/** The headers that go along with a call. */
function headersOf({ headers }: FastifyRequest, { accept = 'application/json', step }: Call, type: string | undefined) {
  const sent = SENT_ON.map((name) => [name, headers[name]] as const);
  const key = headers[IDEMPOTENCY_KEY];
  const own = step === undefined || key === undefined ? key : `${String(key)} ${step}`;
  const all = [
    ...sent,
    [IDEMPOTENCY_KEY, step === 'dry' ? undefined : own],
    ['accept', accept],
    ['content-type', type],
  ];
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as IncomingHttpHeaders;
}

const bodyOf = ({ json, texts }: Call) => {
  if (texts !== undefined) return { type: 'text/csv', payload: csvOf(texts) };
  return json === undefined ? undefined : { type: 'application/json', payload: JSON.stringify(json) };
};

/** The lines of NDJSON, those of each piece that arrives together. */
async function* linesOf(stream: Readable): AsyncGenerator<Row[], void, undefined> {
  let rest = '';
  stream.setEncoding('utf8');
  for await (const piece of stream) {
    const lines = (rest + String(piece)).split('\n');
    rest = lines.pop() ?? '';
    yield lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
  }
}

/** JSON of a list, in pieces. */
async function* listOf(rows: AsyncIterable<readonly Row[]>, shape: (row: Row) => unknown, [before, behind]: Around) {
  let separator = before;
  for await (const some of rows) {
    for (const row of some) {
      yield separator + JSON.stringify(shape(row));
      separator = ',';
    }
  }
  yield (separator === before ? before : '') + behind;
}

/** What stands around the rows of an answer. */
type Around = readonly [before: string, behind: string];

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * One call of a peer. It asks the data API inside the server by the same requests that every client can send, so that keys, limits, what is
 * counted, checks and sentences are those of `/v1`. Each request counts.
 */
export class PeerCall extends PeerRequest {
  constructor(
    request: FastifyRequest,
    readonly reply: FastifyReply,
  ) {
    super(request);
  }

  /** What the address names, decoded. */
  get address(): Address {
    return this.request.params as Address;
  }

  /** What the data API tells of the project. */
  async project(): Promise<ProjectAnswer['data']> {
    return (await this.ask<ProjectAnswer>({ tab: undefined, id: undefined })).data;
  }

  /** The title of the sheet that the call names, or that of the first one. */
  async tabNamed(name: string | undefined): Promise<string> {
    if (name !== undefined) return name;
    const [first] = (await this.project()).tabs;
    if (first === undefined) throw new Refusal('not_found', 'This project has no sheet.');
    return first.title;
  }

  /**
   * Makes a call.
   *
   * @returns the body of its answer as JSON, undefined where there is none
   * @throws RefusedCall what the data API refuses
   */
  async ask<T>(call: Call = {}): Promise<T> {
    const answer = await this.#answer(call, false);
    return (answer.payload === '' ? undefined : JSON.parse(answer.payload)) as T;
  }

  /** Keys of a sheet's columns. */
  async columns(tab = this.address.tab): Promise<string[]> {
    const query: Pair[] = [['_limit', '0'], WITHOUT_IDS, ['_shape', 'columns']];
    return Object.keys((await this.ask<{ data: object }>({ tab, id: undefined, query })).data);
  }

  /**
   * The bytes of an answer while they are made.
   *
   * @throws RefusedCall before the first of them
   */
  async stream(call: Call): Promise<Readable> {
    const { stream, raw } = await this.#answer(call, true);
    const bytes = stream();
    // Who reads no further ends what is being written: it would wait to be read for ever.
    bytes.once('close', () => raw.res.destroy());
    return bytes;
  }

  /**
   * Sends all rows that are asked for, however many, as a list of JSON, while they arrive.
   *
   * @throws RefusedCall before the first row
   */
  async sendRows(call: Call, shape: (row: Row) => unknown, around: Around = ['[', ']']): Promise<FastifyReply> {
    const rows = linesOf(await this.stream({ ...call, accept: 'application/x-ndjson' }));
    return this.reply.type(JSON_TYPE).send(Readable.from(listOf(rows, shape, around)));
  }

  async #answer(call: Call, payloadAsStream: boolean) {
    const { server, socket } = this.request;
    const { type, payload } = bodyOf(call) ?? {};
    const options: InjectOptions = {
      method: call.method ?? 'GET',
      url: urlOf({ ...this.address, ...call }),
      headers: headersOf(this.request, call, type),
      remoteAddress: socket.remoteAddress ?? '',
      payloadAsStream,
      ...(payload !== undefined && { payload }),
    };
    const answer = await server.inject(options);
    this.#passOn(answer.headers);
    if (answer.headers['content-type'] !== PROBLEM_TYPE) return answer;
    const text = payloadAsStream ? (await answer.stream().setEncoding('utf8').toArray()).join('') : answer.payload;
    throw new RefusedCall(JSON.parse(text) as Problem);
  }

  /** Which sites may read the answer depends on the key, which the data API knows. */
  #passOn(headers: Readonly<Record<string, number | string | string[] | undefined>>) {
    for (const name of PASSED_ON) {
      const value = headers[name];
      if (value === undefined) this.reply.removeHeader(name);
      else this.reply.header(name, value);
    }
  }
}
