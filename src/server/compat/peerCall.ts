import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest, HTTPMethods, InjectOptions } from 'fastify';
import { idPart } from '../../contract/idsQuery';
import { limits } from '../../contract/limits';
import type { Problem } from '../../contract/problems';
import type { ProjectAnswer, RowAnswer } from '../../contract/rows';
import { queryPairsOf, queryTextOf } from '../endpoints/query/rawQuery';
import { refuseTooManyRows } from '../endpoints/write/bodies';
import { refuseTooManyFields } from '../endpoints/write/givenCells';
import { nothingHere, PROBLEM_TYPE } from '../http/problems';
import { Refusal } from '../refusal';
import { notTranslated, type Pair, type PeerParameter, quoted, type Row, textOf, WITHOUT_IDS } from './peerRequest';

/** Handles one call of a peer. @returns the body of the response */
export type Handler = (call: PeerCall) => Promise<unknown>;

/** Route of a peer, below `/compat/{peer}`. */
type Route = readonly [
  method: HTTPMethods | HTTPMethods[],
  url: string,
  handle: Handler,
  /** Accepted parameters; others are rejected. If absent, the handler checks the parameters. */
  takes?: readonly string[],
];

/** A service whose API is translated to the data API. */
export interface Peer {
  /** Path segment after `/compat/`. */
  readonly name: string;
  /** Request headers of its browser clients, beside those of the data API (CORS). */
  readonly sends?: readonly string[];
  /** Formats a problem as the service does. The default status is that of the problem. */
  readonly errorOf: (problem: Problem, request: FastifyRequest) => PeerError;
  readonly routes: readonly Route[];
}

export interface PeerError {
  readonly status?: number;
  readonly type?: string;
  readonly body: unknown;
}

/** Returns the text of a problem. */
export const sentenceOf = ({ detail, hint }: Problem): string =>
  [detail, hint].filter((text) => text !== undefined).join(' ');

/** Raises the limit of rows that a filter may change to its maximum. */
export const MAX_AFFECTED: Pair = ['_max_affected', String(limits.rowsPerFilterWriteMost)];

/** Response to a change of rows. */
export interface WrittenRows {
  readonly data: readonly Row[];
  readonly meta: { readonly count: number };
}

/** Parameters of a peer's path. */
interface Address {
  readonly project: string;
  /** Title or slug. */
  readonly tab: string;
  /** `_id` of a row. */
  readonly id?: string | undefined;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request to the data API. Its project, tab and row are those of the peer's request unless given. */
export interface Call {
  readonly method?: Method;
  readonly tab?: string | undefined;
  readonly id?: string | undefined;
  /** Path of the data API below the tab, for example `_schema`. */
  readonly below?: string;
  readonly query?: readonly Pair[];
  /** JSON body. */
  readonly json?: unknown;
  /** Rows for a CSV body, in which every value is a text that is parsed by column type. */
  readonly texts?: readonly Row[];
  readonly accept?: string;
  /** Number of this write if one peer call needs several: each gets its own idempotency key, which its dry run shares. */
  readonly step?: number;
}

const IDEMPOTENCY_KEY = 'idempotency-key';

/** Request headers forwarded to the data API: key, origin of the call, precondition. */
const FORWARDED_HEADERS = [
  'authorization',
  'x-api-key',
  'host',
  'origin',
  'user-agent',
  'if-match',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
];

/** Response headers of the data API that are returned to the peer's client. */
const RETURNED_HEADERS = [
  'access-control-allow-origin',
  'access-control-expose-headers',
  'allow',
  'cache-control',
  'vary',
  'idempotency-replayed',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'www-authenticate',
  'x-total-count',
  'x-tabpoint-revision',
  'x-tabpoint-stale',
  'x-tabpoint-synced-at',
];

/** Thrown if the data API responds with a problem. */
export class RefusedCall extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

/** Encodes a path segment. A leading `_` is doubled, as in the data API. `.` and `..` are rejected: URLs resolve them as folders. */
function segmentOf(name: string): string {
  if (/^\.{1,2}$/.test(name)) throw nothingHere();
  return idPart(name);
}

function urlOf({ project, tab, id, below, query = [] }: Call & Pick<Address, 'project'>): string {
  const segments = [project, tab, id].filter((name) => name !== undefined).map(segmentOf);
  if (below !== undefined) segments.push(below);
  const path = `/v1/${segments.join('/')}`;
  const parameters: string[] = [];
  for (const [name, value] of query) {
    if (value !== undefined) parameters.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  }
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}

/** Returns the CSV of rows, with a cell for each name of all rows in each row. @throws Refusal for too many rows or names */
function csvOf(rows: readonly Row[]): string {
  refuseTooManyRows(rows.length);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  refuseTooManyFields(names.length);
  const header = names.map(quoted).join(',');
  const lines = rows.map((row) => names.map((name) => quoted(textOf(row[name]))).join(','));
  return [header, ...lines].join('\r\n');
}

/** Returns the headers of a request to the data API. */
function headersOf({ headers }: FastifyRequest, { accept = 'application/json', step }: Call, type: string | undefined) {
  const key = headers[IDEMPOTENCY_KEY];
  const own: IncomingHttpHeaders = { accept };
  if (key !== undefined) own[IDEMPOTENCY_KEY] = step === undefined ? key : `${String(key)} ${step}`;
  if (type !== undefined) own['content-type'] = type;
  for (const name of FORWARDED_HEADERS) if (headers[name] !== undefined) own[name] = headers[name];
  return own;
}

const bodyOf = ({ json, texts }: Call) => {
  if (texts !== undefined) return { type: 'text/csv', payload: csvOf(texts) };
  return json === undefined ? undefined : { type: 'application/json', payload: JSON.stringify(json) };
};

/** Parses a stream of NDJSON; yields the complete lines of each chunk. */
async function* linesOf(stream: Readable): AsyncGenerator<Row[], void, undefined> {
  let rest = '';
  stream.setEncoding('utf8');
  for await (const chunk of stream) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
  }
}

/** Serializes rows as a JSON list, in chunks. */
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

/** Texts before and after the rows of a response. */
type Around = readonly [before: string, behind: string];

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * One call of a peer. It sends requests to the data API inside the server, the same ones that any client can send, so that keys, limits,
 * usage counting, validation and error messages are those of `/v1`. Each request counts.
 */
export class PeerCall {
  /** Query parameters in their order; names may repeat. */
  readonly pairs: PeerParameter[];

  constructor(
    readonly request: FastifyRequest,
    readonly reply: FastifyReply,
  ) {
    this.pairs = queryPairsOf(queryTextOf(request.url));
  }

  /** Returns the last value of a parameter; undefined if it is absent or empty. */
  text(name: string): string | undefined {
    return this.pairs.findLast((pair) => pair.name === name)?.value || undefined;
  }

  /** Translates `limit` and `offset`. */
  page(): Pair[] {
    return ['limit', 'offset'].map((name) => [`_${name}`, this.text(name)]);
  }

  /** Rejects parameters that are not listed. @throws Refusal `unknown_parameter` */
  refuseOthers(known: readonly string[]): void {
    const other = this.pairs.find(({ name }) => !known.includes(name));
    if (other !== undefined) throw notTranslated(other.name, known);
  }

  get method(): Method {
    return this.request.method as Method;
  }

  /** Decoded path parameters. */
  get address(): Address {
    return this.request.params as Address;
  }

  /** Requests the project from the data API. */
  async project(): Promise<ProjectAnswer['data']> {
    return (await this.fetchJson<ProjectAnswer>({ tab: undefined, id: undefined })).data;
  }

  /** Returns the given title, or else that of the project's first sheet. */
  async tabNamed(name: string | undefined): Promise<string> {
    if (name !== undefined) return name;
    const [first] = (await this.project()).tabs;
    if (first === undefined) throw new Refusal('not_found', 'This project has no sheet.');
    return first.title;
  }

  /**
   * Sends a request to the data API.
   *
   * @returns the parsed JSON body of the response, undefined if it is empty
   * @throws RefusedCall if the data API responds with a problem
   */
  async fetchJson<T>(call: Call = {}): Promise<T> {
    const answer = await this.#send(call, false);
    return (answer.payload === '' ? undefined : JSON.parse(answer.payload)) as T;
  }

  /** As {@link fetchJson}, for one row. */
  async fetchRow(call: Call = {}): Promise<Row> {
    return (await this.fetchJson<RowAnswer>(call)).data;
  }

  /** Requests the keys of a sheet's columns. */
  async columns(tab = this.address.tab): Promise<string[]> {
    const query: Pair[] = [['_limit', '0'], WITHOUT_IDS, ['_shape', 'columns']];
    return Object.keys((await this.fetchJson<{ data: object }>({ tab, id: undefined, query })).data);
  }

  /**
   * Streams the bytes of a response.
   *
   * @throws RefusedCall before the first byte
   */
  async stream(call: Call): Promise<Readable> {
    const { stream, raw } = await this.#send(call, true);
    const bytes = stream();
    // If the client disconnects, the injected response is destroyed: it would wait for its reader forever.
    bytes.once('close', () => raw.res.destroy());
    return bytes;
  }

  /**
   * Streams all matching rows to the client as a JSON list.
   *
   * @throws RefusedCall before the first row
   */
  async sendRows(call: Call, shape: (row: Row) => unknown, around: Around = ['[', ']']): Promise<FastifyReply> {
    const rows = linesOf(await this.stream({ ...call, accept: 'application/x-ndjson' }));
    return this.reply.type(JSON_TYPE).send(Readable.from(listOf(rows, shape, around)));
  }

  async #send(call: Call, payloadAsStream: boolean) {
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
    this.#returnHeaders(answer.headers);
    if (answer.headers['content-type'] !== PROBLEM_TYPE) return answer;
    const text = payloadAsStream ? (await answer.stream().setEncoding('utf8').toArray()).join('') : answer.payload;
    throw new RefusedCall(JSON.parse(text) as Problem);
  }

  /** Copies headers of the data API to the response, CORS headers included: they depend on the key, which only the data API checks. */
  #returnHeaders(headers: Readonly<Record<string, number | string | string[] | undefined>>) {
    for (const name of RETURNED_HEADERS) {
      const value = headers[name];
      if (value === undefined) this.reply.removeHeader(name);
      else this.reply.header(name, value);
    }
  }
}
