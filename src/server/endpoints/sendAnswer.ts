import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Awaitable } from '../awaitable';
import { countAnswered } from '../http/overload';
import type { ReadProject } from '../store/log/endpointsRepository';
import type { Answer, Answers, Coding, WrittenFile } from './answers/answer';
import {
  CHUNK_BYTES,
  endTogether,
  MIN_COMPRESSED_BYTES,
  releaseBuffer,
  streamBody,
  codingAccepted,
  compress,
  fileBody,
} from './answers/bodies';
import { entityTagOf, matchingTag } from './headers';

/** Response cache, and the key of a request in it. */
interface CacheEntry {
  readonly answers: Answers;
  readonly key: string;
}

/** How to send a response of a project. */
export interface Sending {
  readonly project: ReadProject;
  /** Time of the last write to the rows through the data API, in milliseconds since 1970, if known. */
  readonly writtenAt?: number | undefined;
  /** Value of the `Cache-Control` header. */
  readonly cacheControl: string;
  /** Where to cache the response, if it is worth caching. */
  readonly cache?: CacheEntry | undefined;
}

/** Maximum bytes of a cached body; larger ones are built for each request. */
const MAX_CACHED_BYTES = 4 * 1024 * 1024;

const staleReasons = {
  stale: 'The spreadsheet could not be refreshed.',
  needsAccess: 'The spreadsheet cannot be read any more.',
} as const;

function staleFields({ status, status_reason }: ReadProject): string[] {
  if (status !== 'stale' && status !== 'needsAccess') return [];
  // Without characters that a header cannot carry.
  const reason = status_reason?.replace(/[^\x20-\x7e]+/g, '?').trim();
  return ['x-tabpoint-stale', reason || staleReasons[status]];
}

function buildCommonFields({ project, writtenAt = 0, cacheControl }: Sending): string[] {
  const { synced_at } = project;
  const syncedAt = synced_at === null ? 0 : Date.parse(synced_at);
  const modifiedAt = Math.max(writtenAt, syncedAt);
  const fields: string[] = [];
  if (synced_at !== null) fields.push('x-tabpoint-synced-at', synced_at);
  if (modifiedAt !== 0) fields.push('last-modified', new Date(modifiedAt).toUTCString());
  fields.push(...staleFields(project), 'cache-control', cacheControl);
  return fields;
}

/** Last built headers of each project, and the values they were built from. */
const commonFields = new WeakMap<
  ReadProject,
  Pick<Sending, 'writtenAt' | 'cacheControl'> & { readonly fields: readonly string[] }
>();

/**
 * Returns the headers that all responses of rows share, names and values alternating. It returns the same array until a value
 * changes. `Vary` is set for the whole data API (`../http/crossOrigin`).
 */
function commonFieldsOf({ project, writtenAt, cacheControl }: Sending): readonly string[] {
  const cached = commonFields.get(project);
  if (cached?.writtenAt === writtenAt && cached?.cacheControl === cacheControl) return cached.fields;
  const fields = buildCommonFields({ project, writtenAt, cacheControl });
  commonFields.set(project, { writtenAt, cacheControl, fields });
  return fields;
}

/** Returns the headers of a response in a coding, names and values alternating. @param length bytes of its body, if known */
function fieldsOf({ tag, meta, type, file }: Answer, coding: Coding, sending: Sending, length?: number): string[] {
  const { revision, total, next } = meta;
  const fields = [...commonFieldsOf(sending), 'x-tabpoint-revision', String(revision)];
  if (total !== undefined) fields.push('x-total-count', String(total));
  if (next !== undefined) fields.push('link', `<${next}>; rel="next"`);
  fields.push('etag', entityTagOf(tag, coding), 'content-type', type);
  if (coding !== 'identity') fields.push('content-encoding', coding);
  if (file !== undefined) fields.push('content-disposition', file.disposition);
  if (length !== undefined) fields.push('content-length', String(length));
  return fields;
}

/** Returns the headers that hooks set on the reply but the response does not, names and values alternating: newer Node would send both. */
const fieldsOnReply = (reply: FastifyReply, fields: readonly string[]): string[] =>
  Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined || fields.includes(name) ? [] : [name, String(value)],
  );

const NONE: readonly string[] = [];

/**
 * Sends a complete response past Fastify's hooks, which is the fastest documented way (`reply.hijack()`). Request metrics still
 * count it.
 *
 * @param fields headers of the response, names and values alternating, with `content-length` if there is a body. Before them are
 * sent the headers that `access/guard` sets for every response of the data API; on other routes, those that hooks set on the reply
 * @param body undefined for 304; not sent to HEAD
 * @param onSent called when the operating system has taken all of the body
 */
function sendComplete(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  fields: readonly string[],
  body?: Buffer,
  onSent?: () => void,
): FastifyReply {
  countAnswered(request);
  const { originFields = fieldsOnReply(reply, fields), limitFields = NONE } = request;
  const { raw } = reply.hijack();
  raw.writeHead(status, [...originFields, ...limitFields, ...fields]);
  endTogether(() => raw.end(request.method === 'HEAD' ? undefined : body, onSent));
  return reply;
}

/** Sends status 304. @param etag entity tag that the client has */
export function sendUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  revision: number,
  sending: Sending,
): FastifyReply {
  const fields = [...commonFieldsOf(sending), 'x-tabpoint-revision', String(revision), 'etag', etag];
  return sendComplete(request, reply, 304, fields);
}

/** Approximate memory of a cached response besides its key and its bodies, in bytes. */
const BYTES_PER_ANSWER = 2_000;

/**
 * Caches a copy of a response. Caching the object itself would be slower: V8 allocates objects directly in the old generation if
 * earlier ones from the same allocation site survived, and then every response, cached or not, would wait for a major collection.
 */
function cacheAnswer({ answers, key }: CacheEntry, answer: Answer): void {
  const { meta, bodies, isPooled = false } = answer;
  const identity = isPooled && bodies.identity !== undefined && { identity: Buffer.copyBytesFrom(bodies.identity) };
  const copy = { ...answer, meta: { ...meta }, bodies: { ...bodies, ...identity }, isPooled: false };
  const bytes = Object.values(bodies).reduce((sum, body) => sum + body.length, BYTES_PER_ANSWER + 2 * key.length);
  answers.set(key, copy, bytes);
}

/** Returns the coding to send a response in, given the accepted one. */
function codingFor({ bodies: { identity }, file }: Answer, accepted: Coding): Coding {
  if (file !== undefined) return file.coding;
  return identity !== undefined && identity.length >= MIN_COMPRESSED_BYTES ? accepted : 'identity';
}

/** Streams a long response through Fastify, a few chunks in each turn of the event loop. */
function streamAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  fields: readonly string[],
  openStream: () => Readable,
) {
  for (let at = 0; at < fields.length; at += 2) reply.header(fields[at] ?? '', fields[at + 1]);
  return reply.send(request.method === 'HEAD' ? undefined : openStream());
}

/** Streams a file while it is written, and caches it afterwards if it is worth caching. */
function fileStream(answer: Answer, file: WrittenFile, cache: CacheEntry | undefined): Readable {
  const { disposition, coding } = file;
  const collect = cache && {
    key: cache.key,
    onComplete: (whole: Buffer) =>
      cacheAnswer(cache, { ...answer, bodies: { [coding]: whole }, file: { disposition, coding } }),
  };
  return Readable.from(fileBody(file, collect), { objectMode: false });
}

/** Sends a response in the accepted coding, or 304 if the client has it already. Sends it synchronously if its body is ready. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  sending: Sending,
): Awaitable<FastifyReply> {
  const { 'if-none-match': ifNoneMatch, 'accept-encoding': accepted } = request.headers;
  const { tag, meta, bodies, file } = answer;
  const etag = matchingTag(ifNoneMatch, tag, accepted);
  if (etag !== undefined) return sendUnchanged(request, reply, etag, meta.revision, sending);
  const coding = codingFor(answer, codingAccepted(accepted));
  if (file?.write !== undefined) {
    return streamAnswer(request, reply, fieldsOf(answer, coding, sending), () =>
      fileStream(answer, file, sending.cache),
    );
  }
  const ready = bodies[coding];
  if (ready !== undefined) return sendBody(request, reply, answer, coding, sending, ready);
  if (bodies.identity === undefined || coding === 'identity') throw new Error('An answer has no body.');
  return compress(bodies.identity, coding).then((body) =>
    sendBody(request, reply, { ...answer, bodies: { ...bodies, [coding]: body } }, coding, sending, body),
  );
}

/** Caches a response, unless it is long or was cached with this body before. */
function cacheIfNew(cache: CacheEntry, answer: Answer, coding: Coding, { length }: Buffer): void {
  const longest = answer.bodies.identity?.length ?? length;
  if (longest > MAX_CACHED_BYTES || cache.answers.peek(cache.key)?.bodies[coding] !== undefined) return;
  cacheAnswer(cache, answer);
}

function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  coding: Coding,
  sending: Sending,
  body: Buffer,
): FastifyReply {
  if (sending.cache !== undefined) cacheIfNew(sending.cache, answer, coding, body);
  const fields = fieldsOf(answer, coding, sending, body.length);
  if (body.length > CHUNK_BYTES) return streamAnswer(request, reply, fields, () => streamBody(body));
  return sendComplete(request, reply, 200, fields, body, afterSending(request, answer));
}

/**
 * Returns the callback that releases a pooled buffer. After an aborted connection the callback runs although the system may still
 * hold the buffer, so it is not reused.
 */
function afterSending({ raw: { socket } }: FastifyRequest, { bodies: { identity }, isPooled }: Answer) {
  if (isPooled !== true || identity === undefined) return undefined;
  return () => {
    if (!socket.destroyed) releaseBuffer(identity);
  };
}
