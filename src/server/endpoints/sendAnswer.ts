import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerHeaders } from './answerHeaders';
import {
  type Answer,
  type Answers,
  assembled,
  bodyIn,
  bytesOfAnswer,
  codingFor,
  type WrittenFile,
} from './answers/answer';
import { type Coding, codingAccepted } from './answers/coding';
import { fileBody } from './answers/fileBody';
import { lengthOf, type Part } from './answers/parts';
import { entityTagOf, tagAtHand } from './conditional';
import type { ReadProject } from './endpointsRepository';

/** How an answer is sent. */
export interface Sending {
  readonly project: ReadProject;
  /** Who may keep it, and how long. */
  readonly cacheControl: string;
  /** Where finished answers are kept. */
  readonly answers: Answers;
  /** What was asked: the answer is kept by it. */
  readonly key: string;
  /** Whether it is kept already, is to be kept, or is not worth it. */
  readonly keeping: 'kept' | 'keep' | 'not';
}

/** Bodies larger than this, in bytes, are made anew each time. */
const LARGEST_KEPT = 4 * 1024 * 1024;

/** Which of the request's headers choose between answers at one address. */
const VARY = 'Accept, Accept-Encoding';

/** Puts headers; `Vary` adds to what others have named. */
function putHeaders(reply: FastifyReply, headers: Readonly<Record<string, string>>) {
  const others = reply.getHeader('vary');
  reply.headers(headers);
  if (others !== undefined) reply.header('vary', `${String(others)}, ${VARY}`);
}

/** Answers 304 when the client has it already. @returns whether it has */
export function sendNothingNew(
  request: FastifyRequest,
  reply: FastifyReply,
  { mark, told }: Pick<Answer, 'mark' | 'told'>,
  { project, cacheControl }: Sending,
): boolean {
  const etag = tagAtHand(request.headers['if-none-match'], mark);
  if (etag === undefined) return false;
  const headers = answerHeaders(project, { revision: told.revision });
  putHeaders(reply, { ...headers, etag, 'cache-control': cacheControl, vary: VARY });
  reply.code(304).send();
  return true;
}

/** Headers that have been put together for an answer, and what for. */
interface Head {
  readonly project: ReadProject;
  readonly cacheControl: string;
  readonly coding: Coding;
  readonly headers: Readonly<Record<string, string>>;
}

const heads = new WeakMap<Answer, Head>();

function makeHead({ mark, told, type, file }: Answer, coding: Coding, { project, cacheControl }: Sending): Head {
  const headers = {
    ...answerHeaders(project, told),
    etag: entityTagOf(mark, coding),
    'cache-control': cacheControl,
    'content-type': type,
    vary: VARY,
    ...(coding !== 'identity' && { 'content-encoding': coding }),
    ...(file !== undefined && { 'content-disposition': file.disposition }),
  };
  return { project, cacheControl, coding, headers };
}

/** The headers of an answer; those of a repeated one are at hand. */
function headersOf(answer: Answer, coding: Coding, sending: Sending): Readonly<Record<string, string>> {
  const known = heads.get(answer);
  const { project, cacheControl } = sending;
  if (known?.project === project && known.cacheControl === cacheControl && known.coding === coding)
    return known.headers;
  const head = makeHead(answer, coding, sending);
  heads.set(answer, head);
  return head.headers;
}

/** Keeps an answer, or what it has grown to. */
const keep = ({ answers, key }: Sending, answer: Answer) => answers.set(key, answer, bytesOfAnswer(key, answer));

function finished(answer: Answer, { disposition, coding }: WrittenFile, body: Buffer): Answer {
  return { ...answer, bodies: { [coding]: body }, file: { disposition, coding } };
}

function sendFile(request: FastifyRequest, reply: FastifyReply, answer: Answer, file: WrittenFile, sending: Sending) {
  if (request.method === 'HEAD') return reply.send();
  const pieces = fileBody(file, sending.key, (whole) => keep(sending, finished(answer, file, whole)));
  return reply.send(Readable.from(pieces, { objectMode: false }));
}

async function sendCoded(reply: FastifyReply, answer: Answer, coding: Coding, sending: Sending) {
  const body = await bodyIn(answer, coding);
  if (sending.keeping !== 'not' && (body?.length ?? 0) <= LARGEST_KEPT) keep(sending, answer);
  putHeaders(reply, headersOf(answer, coding, sending));
  return reply.send(body);
}

/** Sends the pieces of a body that nobody will ask for again, as they lie. */
function sendParts(request: FastifyRequest, reply: FastifyReply, parts: readonly Part[]): FastifyReply {
  const { raw } = reply.header('content-length', String(lengthOf(parts))).hijack();
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  raw.cork();
  if (request.method !== 'HEAD') for (const part of parts) raw.write(part);
  raw.end();
  return reply;
}

/** Sends an answer in the coding that is welcome, or 304 when the client has it already. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  made: Answer,
  sending: Sending,
): FastifyReply | Promise<FastifyReply> {
  const { headers } = request;
  if (headers['if-none-match'] !== undefined && sendNothingNew(request, reply, made, sending)) return reply;
  const coding = codingFor(made, codingAccepted(headers['accept-encoding']));
  if (made.parts !== undefined && coding === 'identity' && sending.keeping === 'not') {
    putHeaders(reply, makeHead(made, coding, sending).headers);
    return sendParts(request, reply, made.parts);
  }
  return sendWhole(request, reply, assembled(made), coding, sending);
}

function sendWhole(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  coding: Coding,
  sending: Sending,
): FastifyReply | Promise<FastifyReply> {
  const body = answer.bodies[coding];
  if (body === undefined && answer.file === undefined) return sendCoded(reply, answer, coding, sending);
  putHeaders(reply, headersOf(answer, coding, sending));
  if (body === undefined && answer.file !== undefined) return sendFile(request, reply, answer, answer.file, sending);
  if (sending.keeping === 'keep' && (body?.length ?? 0) <= LARGEST_KEPT) keep(sending, answer);
  return reply.send(body);
}
