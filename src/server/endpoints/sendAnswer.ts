import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Awaitable } from '../awaitable';
import { countAnswered } from '../http/overload';
import type { ReadProject } from '../store/log/endpointsRepository';
import type { Answer, Answers, Coding, Part, WrittenFile } from './answers/answer';
import {
  coded,
  coder,
  codingAccepted,
  endTogether,
  fileBody,
  releaseBuffer,
  inSlices,
  joined,
  lengthOf,
  LONG_BODY,
  SHORTEST_CODED,
} from './answers/bodies';
import { entityTagOf, tagAtHand } from './headers';

/** What all answers of a project's rows have in common. */
export interface Basics {
  readonly project: ReadProject;
  /** When its rows were last written through the data API, in milliseconds since 1970, where that is known. */
  readonly writtenAt?: number | undefined;
  /** Who may keep it, and how long. */
  readonly cacheControl: string;
}

/** Whether an answer is kept already, is to be kept, or is not worth it. */
export type Keeping = 'kept' | 'keep' | 'not';

/** How an answer is sent. */
export interface Sending extends Basics {
  /** Where finished answers are kept. */
  readonly answers: Answers;
  /** What was asked: the answer is kept by it. */
  readonly key: string;
  readonly keeping: Keeping;
}

/** Bodies larger than this, in bytes, are made anew each time. */
const LARGEST_KEPT = 4 * 1024 * 1024;

const staleReasons = {
  stale: 'The spreadsheet could not be refreshed.',
  needsAccess: 'The spreadsheet cannot be read any more.',
} as const;

/** A sentence as a header can carry it. */
const headerText = (text: string) => text.replace(/[^\x20-\x7e]+/g, '?').trim();

const staleFields = ({ status, status_reason }: ReadProject): string[] =>
  status === 'stale' || status === 'needsAccess'
    ? ['x-tabpoint-stale', headerText(status_reason ?? '') || staleReasons[status]]
    : [];

function makeBasicFields({ project, writtenAt = 0, cacheControl }: Basics): string[] {
  const { synced_at } = project;
  const syncedAt = synced_at === null ? 0 : Date.parse(synced_at);
  const modifiedAt = Math.max(writtenAt, syncedAt);
  return [
    ...(synced_at === null ? [] : ['x-tabpoint-synced-at', synced_at]),
    ...(modifiedAt === 0 ? [] : ['last-modified', new Date(modifiedAt).toUTCString()]),
    ...staleFields(project),
    ...['cache-control', cacheControl],
  ];
}

/** By project: those that were made last, and what of. */
const basicFields = new WeakMap<ReadProject, Omit<Basics, 'project'> & { readonly fields: readonly string[] }>();

/**
 * Headers that all answers of rows have, names and values in turn: the same list for as long as they stay the same. `Vary` is that of
 * the whole data API (`../http/crossOrigin`).
 */
function basicFieldsOf({ project, writtenAt, cacheControl }: Basics): readonly string[] {
  const before = basicFields.get(project);
  if (before?.writtenAt === writtenAt && before?.cacheControl === cacheControl) return before.fields;
  const fields = makeBasicFields({ project, writtenAt, cacheControl });
  basicFields.set(project, { writtenAt, cacheControl, fields });
  return fields;
}

/** The headers of an answer in a coding, names and values in turn. @param length of its body, where that is known */
function fieldsOf({ mark, meta, type, file }: Answer, coding: Coding, basics: Basics, length?: number): string[] {
  const { revision, total, next } = meta;
  const fields = [...basicFieldsOf(basics), 'x-tabpoint-revision', String(revision)];
  if (total !== undefined) fields.push('x-total-count', String(total));
  if (next !== undefined) fields.push('link', `<${next}>; rel="next"`);
  fields.push('etag', entityTagOf(mark, coding), 'content-type', type);
  if (coding !== 'identity') fields.push('content-encoding', coding);
  if (file !== undefined) fields.push('content-disposition', file.disposition);
  if (length !== undefined) fields.push('content-length', String(length));
  return fields;
}

/** By kept answer: the headers it was sent with last, and those of {@link basicFieldsOf} among them. */
const lastFields = new WeakMap<Answer, { coding: Coding; basic: readonly string[]; fields: readonly string[] }>();

/** The headers of a finished answer; those of a kept one are made once for as long as they stay the same. */
function wholeFieldsOf(answer: Answer, coding: Coding, sending: Sending, length: number): readonly string[] {
  if (sending.keeping !== 'kept') return fieldsOf(answer, coding, sending, length);
  const basic = basicFieldsOf(sending);
  const last = lastFields.get(answer);
  if (last?.basic === basic && last.coding === coding) return last.fields;
  const fields = fieldsOf(answer, coding, sending, length);
  lastFields.set(answer, { coding, basic, fields });
  return fields;
}

/** Headers that hooks have put on the reply and the answer has not itself, names and values in turn: newer versions of Node would send both. */
const fieldsOnReply = (reply: FastifyReply, fields: readonly string[]): string[] =>
  Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined || fields.includes(name) ? [] : [name, String(value)],
  );

const NONE: readonly string[] = [];

/**
 * Sends an answer that is finished: its head and its body go out as they are, past Fastify's hooks. This is the
 * quickest documented way that Fastify has (`reply.hijack()`); what counts requests hears of it all the same.
 *
 * @param fields headers of the answer, names and values in turn, with `content-length` where there is a body. Before them go those
 * that `access/guard` has for every answer of the data API; elsewhere, those that hooks have put on the reply
 * @param body none for 304; not sent to HEAD
 * @param sent is called once the system has all of it
 */
function sendFinished(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  fields: readonly string[],
  body?: Buffer,
  sent?: () => void,
): FastifyReply {
  countAnswered(request);
  const { originFields = fieldsOnReply(reply, fields), limitFields = NONE } = request;
  const { raw } = reply.hijack();
  raw.writeHead(status, [...originFields, ...limitFields, ...fields]);
  endTogether(raw, request.method === 'HEAD' ? undefined : body, sent);
  return reply;
}

/** Answers 304. @param etag what the client has already */
export function sendUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  revision: number,
  basics: Basics,
): FastifyReply {
  const fields = [...basicFieldsOf(basics), 'x-tabpoint-revision', String(revision), 'etag', etag];
  return sendFinished(request, reply, 304, fields);
}

/** What a kept answer takes in memory beside its key and its bodies, in bytes, roughly. */
const BYTES_PER_ANSWER = 2_000;

/**
 * Keeps an answer, or what it has grown to, in objects of its own. V8 watches where in the code objects are made that stay, and has
 * all that are made there later stay too, until it collects everything: were the answers themselves kept, every small collection
 * would copy what is left of a thousand of those that are not kept, and every request would wait four times as long for it.
 */
function keepAnswer({ answers, key }: Sending, answer: Answer): void {
  const { meta, bodies, isPooled = false } = answer;
  const identity = isPooled && bodies.identity !== undefined && { identity: Buffer.copyBytesFrom(bodies.identity) };
  const lasting = { ...answer, meta: { ...meta }, bodies: { ...bodies, ...identity }, isPooled: false };
  const bytes = Object.values(bodies).reduce((sum, body) => sum + body.length, BYTES_PER_ANSWER + 2 * key.length);
  answers.set(key, lasting, bytes);
}

/** The coding an answer is sent in when another one is welcome. */
function codingFor({ bodies, parts = [], file }: Answer, welcome: Coding): Coding {
  if (file !== undefined) return file.coding;
  if (welcome === 'identity') return welcome;
  return (bodies.identity?.length ?? lengthOf(parts)) >= SHORTEST_CODED ? welcome : 'identity';
}

/** Sends what is long with Fastify, in pieces, some of them in each turn of the event loop. */
function sendPieces(request: FastifyRequest, reply: FastifyReply, fields: readonly string[], pieces: () => Readable) {
  for (let at = 0; at < fields.length; at += 2) reply.header(fields[at] ?? '', fields[at + 1]);
  return reply.send(request.method === 'HEAD' ? undefined : pieces());
}

/** The pieces of a body, compressed on their way where that is welcome. */
function piecesOf(parts: readonly Part[], coding: Coding): Readable {
  const body = inSlices(...parts);
  if (coding === 'identity') return body;
  const compressing = coder(coding);
  compressing.once('close', () => body.destroy());
  return body.pipe(compressing);
}

/** The pieces of a file that is written while it is sent; it is kept then, where it is to be. */
function writtenPieces(answer: Answer, { disposition, coding, write }: WrittenFile, sending: Sending): Readable {
  const keep = (whole: Buffer) =>
    keepAnswer(sending, { ...answer, bodies: { [coding]: whole }, file: { disposition, coding } });
  const isKept = sending.keeping === 'keep';
  return Readable.from(fileBody({ disposition, coding, write }, sending.key, isKept ? keep : undefined), {
    objectMode: false,
  });
}

/** Sends an answer in the coding that is welcome, or 304 when the client has it already; at once where its body is there. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  sending: Sending,
): Awaitable<FastifyReply> {
  const { 'if-none-match': ifNoneMatch, 'accept-encoding': accepted } = request.headers;
  const etag = tagAtHand(ifNoneMatch, answer.mark, accepted);
  if (etag !== undefined) return sendUnchanged(request, reply, etag, answer.meta.revision, sending);
  const coding = codingFor(answer, codingAccepted(accepted));
  const { parts, file } = answer;
  if (file?.write !== undefined) {
    return sendPieces(request, reply, fieldsOf(answer, coding, sending), () => writtenPieces(answer, file, sending));
  }
  if (parts === undefined) return sendWhole(request, reply, answer, coding, sending);
  const length = lengthOf(parts);
  if (length > LARGEST_KEPT) {
    const fields = fieldsOf(answer, coding, sending, coding === 'identity' ? length : undefined);
    return sendPieces(request, reply, fields, () => piecesOf(parts, coding));
  }
  const { mark, meta, type } = answer;
  const whole = { mark, meta, type, bodies: { identity: joined(parts) } };
  return sendWhole(request, reply, whole, coding, sending);
}

/** Compresses the body first where that has not been done yet. */
function sendWhole(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  coding: Coding,
  sending: Sending,
): Awaitable<FastifyReply> {
  const { bodies } = answer;
  const ready = bodies[coding];
  if (ready !== undefined) return sendBody(request, reply, answer, coding, sending, ready);
  if (bodies.identity === undefined || coding === 'identity') throw new Error('An answer has no body.');
  return coded(bodies.identity, coding).then((body) => {
    bodies[coding] = body;
    const keeping = sending.keeping === 'kept' ? 'keep' : sending.keeping;
    return sendBody(request, reply, answer, coding, { ...sending, keeping }, body);
  });
}

function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  coding: Coding,
  sending: Sending,
  body: Buffer,
): FastifyReply {
  if (sending.keeping === 'keep' && body.length <= LARGEST_KEPT) keepAnswer(sending, answer);
  const fields = wholeFieldsOf(answer, coding, sending, body.length);
  if (body.length > LONG_BODY) return sendPieces(request, reply, fields, () => inSlices(body));
  return sendFinished(request, reply, 200, fields, body, afterSending(request, answer));
}

/** Releases a pooled buffer. A connection that broke off ends its answers too, though the system has not taken all of them. */
function afterSending({ raw: { socket } }: FastifyRequest, { bodies: { identity }, isPooled }: Answer) {
  if (isPooled !== true || identity === undefined) return undefined;
  return () => {
    if (!socket.destroyed) releaseBuffer(identity);
  };
}

/**
 * Sends an answer that is made anew for each request, in the codings that are cached of an equal one.
 *
 * @param sending with a key that its mark is part of
 */
export function sendMade(
  request: FastifyRequest,
  reply: FastifyReply,
  made: Answer,
  sending: Omit<Sending, 'keeping'>,
): Awaitable<FastifyReply> {
  const isPlain = codingFor(made, codingAccepted(request.headers['accept-encoding'])) === 'identity';
  const { project, writtenAt, cacheControl, answers, key } = sending;
  const answer = isPlain ? made : (answers.get(key) ?? made);
  const keeping = isPlain ? 'not' : 'kept';
  return sendAnswer(request, reply, answer, { project, writtenAt, cacheControl, answers, key, keeping });
}
