import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { choicesOf } from '../formats/format';

/** The content codings that answers have (RFC 9110, section 8.4.1). */
export type Coding = 'identity' | 'gzip' | 'br';

/** Bodies shorter than this, in bytes, fit into one packet anyway. */
export const SHORTEST_CODED = 1_400;

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const gzipOptions = { level: 1 };

/** What an `Accept-Encoding` says. */
interface Accepted {
  /** The coding that it asks for. */
  readonly best: Coding;
  /** Those that its client can read. */
  readonly all: readonly Coding[];
}

function acceptedBy(header: string): Accepted {
  const choices = choicesOf(header);
  const weightOf = (coding: string) =>
    (choices.find(({ name }) => name === coding) ?? choices.find(({ name }) => name === '*'))?.weight ?? 0;
  const brotli = weightOf('br');
  const zip = Math.max(weightOf('gzip'), weightOf('x-gzip'));
  const plain = choices.find(({ name }) => name === 'identity')?.weight ?? 0;
  const all: Coding[] = ['identity', ...(zip > 0 ? ['gzip' as const] : []), ...(brotli > 0 ? ['br' as const] : [])];
  if (all.length === 1 || plain > Math.max(brotli, zip)) return { best: 'identity', all };
  return { best: brotli >= zip ? 'br' : 'gzip', all };
}

const KNOWN_MOST = 1_000;
const known = new Map<string, Accepted>();
const PLAIN: Accepted = { best: 'identity', all: ['identity'] };

function accepted(header: string | undefined): Accepted {
  if (header === undefined) return PLAIN;
  const before = known.get(header);
  if (before !== undefined) return before;
  if (known.size >= KNOWN_MOST) known.clear();
  const found = acceptedBy(header);
  known.set(header, found);
  return found;
}

/** The coding that an `Accept-Encoding` asks for: brotli before gzip where both are as welcome. */
export const codingAccepted = (header: string | undefined): Coding => accepted(header).best;

/** The codings that a client can read, by its `Accept-Encoding`. */
export const codingsAccepted = (header: string | undefined): readonly Coding[] => accepted(header).all;

/** A body in a coding; made beside the event loop. */
export const coded = (body: Buffer, coding: Exclude<Coding, 'identity'>): Promise<Buffer> =>
  coding === 'br' ? brotlied(body, brotliOptions) : gzipped(body, gzipOptions);

/** Codes a stream as it comes. */
export const coder = (coding: Exclude<Coding, 'identity'>) =>
  coding === 'br' ? createBrotliCompress(brotliOptions) : createGzip(gzipOptions);
