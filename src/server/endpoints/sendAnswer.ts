import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Basics, basicHeaders, headersOf, ownHeaders, unchangedHeaders, varyWith } from './answerHeads';
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
import { inSlices, LONG_BODY } from './answers/longBody';
import { lengthOf, type Part } from './answers/parts';
import { tagAtHand } from './conditional';

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
export const LARGEST_KEPT = 4 * 1024 * 1024;

/** Puts headers; `Vary` adds to what others have named. */
function putHeaders(reply: FastifyReply, headers: Readonly<Record<string, string>>) {
  const others = reply.getHeader('vary');
  reply.headers(headers);
  if (others !== undefined) reply.header('vary', varyWith(String(others)));
}

/** What the client has already. */
export interface Unchanged {
  readonly etag: string;
  readonly revision: number;
}

/** Answers 304. */
export function sendUnchanged(reply: FastifyReply, unchanged: Unchanged, sending: Basics): FastifyReply {
  putHeaders(reply, { ...basicHeaders(sending), ...unchangedHeaders(unchanged) });
  return reply.code(304).send();
}

/**
 * The same answer in objects of its own. V8 watches where in the code objects are made that stay, and has all that are made there
 * later stay too, until it collects everything: were the answers themselves kept, those that nobody keeps would have every
 * small collection copy what is left of a thousand of them, and everybody wait four times as long for it.
 */
const lasting = (answer: Answer): Answer => ({
  ...answer,
  told: { ...answer.told },
  bodies: { ...answer.bodies },
});

/** Keeps an answer, or what it has grown to. */
export const keepAnswer = ({ answers, key }: Pick<Sending, 'answers' | 'key'>, answer: Answer): void =>
  answers.set(key, lasting(answer), bytesOfAnswer(key, answer));

function finished(answer: Answer, { disposition, coding }: WrittenFile, body: Buffer): Answer {
  return { ...answer, bodies: { [coding]: body }, file: { disposition, coding } };
}

function sendFile(request: FastifyRequest, reply: FastifyReply, answer: Answer, file: WrittenFile, sending: Sending) {
  if (request.method === 'HEAD') return reply.send();
  const pieces = fileBody(file, sending.key, (whole) => keepAnswer(sending, finished(answer, file, whole)));
  return reply.send(Readable.from(pieces, { objectMode: false }));
}

async function sendCoded(reply: FastifyReply, answer: Answer, coding: Coding, sending: Sending) {
  const body = await bodyIn(answer, coding);
  if (sending.keeping !== 'not' && (body?.length ?? 0) <= LARGEST_KEPT) keepAnswer(sending, answer);
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
  const etag = tagAtHand(headers['if-none-match'], made.mark);
  if (etag !== undefined) return sendUnchanged(reply, { etag, revision: made.told.revision }, sending);
  const coding = codingFor(made, codingAccepted(headers['accept-encoding']));
  if (made.parts !== undefined && coding === 'identity' && sending.keeping === 'not') {
    putHeaders(reply, { ...basicHeaders(sending), ...ownHeaders(made, coding) });
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
  if (sending.keeping === 'keep' && (body?.length ?? 0) <= LARGEST_KEPT) keepAnswer(sending, answer);
  if (body === undefined || body.length <= LONG_BODY || request.method === 'HEAD') return reply.send(body);
  return reply.header('content-length', String(body.length)).send(inSlices(body));
}
