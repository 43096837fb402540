import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { countAnswered } from '../http/overload';
import {
  type Answer,
  type Answers,
  assembled,
  bodyIn,
  bytesOfAnswer,
  codingFor,
  type WrittenFile,
} from './answers/answer';
import { fileBody, inSlices, lengthOf, LONG_BODY, type Part } from './answers/bodies';
import { coder, type Coding, codingAccepted } from './answers/coding';
import { type Basics, fieldsOfAnswer, tagAtHand, unchangedFieldsOf } from './headers';

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

/** What the client has already. */
export interface Unchanged {
  readonly etag: string;
  readonly revision: number;
}

/** Headers that hooks have put on the reply, names and values in turn. */
const fieldsOnReply = (reply: FastifyReply): string[] =>
  Object.entries(reply.getHeaders()).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));

const NONE: readonly string[] = [];

/**
 * Sends an answer that is finished: its head and its body go out as they are, without being looked at by anybody else. This is the
 * quickest documented way that Fastify has (`reply.hijack()`); what counts requests hears of it all the same.
 *
 * @param fields headers of the answer, names and values in turn, with `content-length` where there is a body. Before them go those
 * that `access/guard` has for every answer of the data API; elsewhere, those that hooks have put on the reply
 * @param body its bytes, or the pieces of it; none for 304, and not sent to HEAD
 */
function sendFinished(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  fields: readonly string[],
  body?: Buffer | readonly Part[],
): FastifyReply {
  countAnswered(request);
  const { originFields = fieldsOnReply(reply), limitFields = NONE } = request;
  const { raw } = reply.hijack();
  raw.writeHead(status, originFields.concat(limitFields, fields));
  if (body === undefined || request.method === 'HEAD') raw.end();
  else if (Buffer.isBuffer(body)) raw.end(body);
  else {
    raw.cork();
    for (const piece of body) raw.write(piece);
    raw.end();
  }
  return reply;
}

/** Answers 304. */
export const sendUnchanged = (
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, revision }: Unchanged,
  sending: Basics,
): FastifyReply => sendFinished(request, reply, 304, unchangedFieldsOf(etag, revision, sending));

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
  const keep = (whole: Buffer) => keepAnswer(sending, finished(answer, file, whole));
  const pieces = fileBody(file, sending.key, sending.keeping === 'keep' ? keep : undefined);
  return reply.send(Readable.from(pieces, { objectMode: false }));
}

/** Puts headers on a reply that Fastify sends. */
function putFields(reply: FastifyReply, fields: readonly string[]) {
  for (let at = 0; at < fields.length; at += 2) reply.header(fields[at] ?? '', fields[at + 1]);
}

async function sendCoded(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  coding: Coding,
  sending: Sending,
): Promise<FastifyReply> {
  const body = (await bodyIn(answer, coding)) ?? Buffer.alloc(0);
  if (sending.keeping !== 'not' && body.length <= LARGEST_KEPT) keepAnswer(sending, answer);
  return sendFinished(request, reply, 200, fieldsOfAnswer(answer, coding, sending), body);
}

/** Sends a long body in pieces, some of them in each turn of the event loop, and compressed on their way where that is welcome. */
function sendLong(request: FastifyRequest, reply: FastifyReply, parts: readonly Part[], coding: Coding) {
  if (coding === 'identity') reply.header('content-length', String(lengthOf(parts)));
  if (request.method === 'HEAD') return reply.send();
  const body = inSlices(...parts);
  if (coding === 'identity') return reply.send(body);
  const compressing = coder(coding);
  compressing.once('close', () => body.destroy());
  return reply.send(body.pipe(compressing));
}

/** Sends an answer in the coding that is welcome, or 304 when the client has it already. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  made: Answer,
  sending: Sending,
): FastifyReply | Promise<FastifyReply> {
  const { headers } = request;
  const etag = tagAtHand(headers['if-none-match'], made.mark, headers['accept-encoding']);
  if (etag !== undefined) return sendUnchanged(request, reply, { etag, revision: made.told.revision }, sending);
  const coding = codingFor(made, codingAccepted(headers['accept-encoding']));
  if (made.parts !== undefined && lengthOf(made.parts) > LARGEST_KEPT) {
    putFields(reply, fieldsOfAnswer(made, coding, sending));
    return sendLong(request, reply, made.parts, coding);
  }
  if (made.parts !== undefined && coding === 'identity' && sending.keeping === 'not') {
    const fields = fieldsOfAnswer(made, coding, sending).concat('content-length', String(lengthOf(made.parts)));
    return sendFinished(request, reply, 200, fields, made.parts);
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
  if (body === undefined && answer.file === undefined) return sendCoded(request, reply, answer, coding, sending);
  if (body !== undefined && sending.keeping === 'keep' && body.length <= LARGEST_KEPT) keepAnswer(sending, answer);
  if (body !== undefined && body.length <= LONG_BODY) {
    return sendFinished(request, reply, 200, fieldsOfAnswer(answer, coding, sending), body);
  }
  putFields(reply, fieldsOfAnswer(answer, coding, sending));
  if (body === undefined) return sendFile(request, reply, answer, answer.file!, sending);
  return reply.send(request.method === 'HEAD' ? undefined : inSlices(body));
}

/**
 * Sends an answer that is made anew for each request, in the codings that are cached of an equal one.
 *
 * @param sending with what makes the key by `answerKey`, with the answer's mark in it, where one is needed
 */
export function sendMade(
  request: FastifyRequest,
  reply: FastifyReply,
  made: Answer,
  sending: Basics & Pick<Sending, 'answers'> & { readonly keyOf: () => string },
): FastifyReply | Promise<FastifyReply> {
  const isCoded = codingFor(made, codingAccepted(request.headers['accept-encoding'])) !== 'identity';
  const key = isCoded ? sending.keyOf() : '';
  const answer = isCoded ? (sending.answers.get(key) ?? made) : made;
  return sendAnswer(request, reply, answer, { ...sending, key, keeping: isCoded ? 'kept' : 'not' });
}
