import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Coding } from './answer';
import { choicesOf } from './format';

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const gzipOptions = { level: 1 };

/** Content of an `Accept-Encoding` header. */
interface AcceptedCodings {
  /** Preferred coding. */
  readonly best: Coding;
  /** Codings that the client accepts. */
  readonly all: readonly Coding[];
}

function parseAcceptEncoding(header: string): AcceptedCodings {
  const choices = choicesOf(header);
  const weightIn = (coding: string) => choices.find(({ name }) => name === coding)?.weight;
  const weightOf = (coding: string) => weightIn(coding) ?? weightIn('*') ?? 0;
  const brotli = weightOf('br');
  const zip = Math.max(weightOf('gzip'), weightOf('x-gzip'));
  const identity = weightIn('identity') ?? 0;
  const all: Coding[] = ['identity'];
  if (zip > 0) all.push('gzip');
  if (brotli > 0) all.push('br');
  if (all.length === 1 || identity > Math.max(brotli, zip)) return { best: 'identity', all };
  return { best: brotli >= zip ? 'br' : 'gzip', all };
}

const parsedHeaders = new LRUCache<string, AcceptedCodings>({ max: 1_000, memoMethod: parseAcceptEncoding });
const ONLY_IDENTITY: AcceptedCodings = { best: 'identity', all: ['identity'] };

const acceptedCodings = (header: string | undefined): AcceptedCodings =>
  header === undefined ? ONLY_IDENTITY : parsedHeaders.memo(header);

/** Returns the coding that an `Accept-Encoding` header prefers: brotli before gzip if both have the same weight. */
export const codingAccepted = (header: string | undefined): Coding => acceptedCodings(header).best;

/** Returns the codings that a client accepts, by its `Accept-Encoding` header. */
export const codingsAccepted = (header: string | undefined): readonly Coding[] => acceptedCodings(header).all;

/** Compresses a body in a thread of libuv's pool. */
export const compress = (body: Buffer, coding: Exclude<Coding, 'identity'>): Promise<Buffer> =>
  coding === 'br' ? brotliAsync(body, brotliOptions) : gzipAsync(body, gzipOptions);

/** Returns a stream that compresses. */
export const createCompressor = (coding: Exclude<Coding, 'identity'>): Transform =>
  coding === 'br' ? createBrotliCompress(brotliOptions) : createGzip(gzipOptions);
