import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest, InjectOptions } from 'fastify';
import type { Problem } from '../../contract/problems';
import { nothingHere, PROBLEM_TYPE } from '../http/problems';
import { quoted, type Row, textOf } from './asked';

/** What a change by filters is answered with. */
export interface WrittenRows {
  readonly data: readonly Row[];
  readonly meta: { readonly count: number };
}

/** A call of the data API. */
export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly project: string;
  /** Title or slug. */
  readonly tab?: string;
  /** `_id` of a row. */
  readonly id?: string;
  /** An address of ours below the tab, `_schema` for example. */
  readonly below?: string;
  readonly query?: readonly (readonly [name: string, value: string])[];
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
  ...['authorization', 'x-api-key', 'host', 'origin', 'user-agent', IDEMPOTENCY_KEY, 'if-match'],
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

function addressOf({ project, tab, id, below, query = [] }: Call): string {
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
  const sent = new Map(SENT_ON.map((name) => [name, headers[name]]));
  const key = sent.get(IDEMPOTENCY_KEY);
  if (step === 'dry') sent.delete(IDEMPOTENCY_KEY);
  else if (step !== undefined && key !== undefined) sent.set(IDEMPOTENCY_KEY, `${String(key)} ${step}`);
  sent.set('accept', accept).set('content-type', type);
  return Object.fromEntries([...sent].filter(([, value]) => value !== undefined));
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
async function* listOf(rows: AsyncIterable<readonly unknown[]>, before: string, behind: string) {
  let separator = before;
  for await (const some of rows) {
    for (const row of some) {
      yield separator + JSON.stringify(row);
      separator = ',';
    }
  }
  yield (separator === before ? before : '') + behind;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * The data API for one call of a peer: asked inside the server by the same requests that anybody can send, so that keys, limits, what is
 * counted, checks and sentences are those of `/v1`. Each call counts.
 */
export class DataApi {
  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
  ) {}

  /**
   * Makes a call.
   *
   * @returns the body of its answer as JSON, undefined where there is none
   * @throws RefusedCall what the data API refuses
   */
  async ask<T>(call: Call): Promise<T> {
    const answer = await this.#answer(call, false);
    return (answer.payload === '' ? undefined : JSON.parse(answer.payload)) as T;
  }

  /**
   * All rows that are asked for, however many, while they arrive.
   *
   * @throws RefusedCall before the first row
   */
  async rows(call: Call): Promise<AsyncGenerator<Row[], void, undefined>> {
    return linesOf(await this.stream({ ...call, accept: 'application/x-ndjson' }));
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

  /** Sends rows as JSON: a list, with what stands around it. */
  async sendRows(
    call: Call,
    shape: (row: Row) => unknown,
    [before, behind]: readonly [string, string] = ['[', ']'],
  ): Promise<FastifyReply> {
    const rows = await this.rows(call);
    const shaped = async function* () {
      for await (const some of rows) yield some.map(shape);
    };
    return this.reply.type(JSON_TYPE).send(Readable.from(listOf(shaped(), before, behind)));
  }

  async #answer(call: Call, payloadAsStream: boolean) {
    const { server, socket } = this.request;
    const { type, payload } = bodyOf(call) ?? {};
    const options: InjectOptions = {
      method: call.method ?? 'GET',
      url: addressOf(call),
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
