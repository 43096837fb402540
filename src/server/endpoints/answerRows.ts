import type { FastifyReply, FastifyRequest } from 'fastify';
import { viewOf } from '../access/caller';
import { countFromCache } from '../access/guard';
import { codingAccepted } from './answers/coding';
import type { ReadProject } from './endpointsRepository';
import type { ServedTab } from './engine/engine';
import { fileAnswer } from './fileAnswer';
import { type Question, questionOf, type Request } from './question';
import { openTab, peekTab, type Reading } from './reading';
import { rowsAnswer } from './rowsAnswer';
import { sendAnswer, sendNothingNew, type Sending } from './sendAnswer';

/** A question for rows, and how its answer may be kept. */
export interface RowsRequest {
  readonly project: ReadProject;
  readonly cacheControl: string;
  readonly asking: Request;
}

/** What was asked, of which rows, by somebody who sees what. A body has no such key: it is read each time. */
function keyOf({ tab, caller, url, query, format, withColumns }: Request, revision: number, coding: string): string {
  const form = format === 'json' ? '' : `${format} ${coding}`;
  const text = 'text' in query ? query.text : '';
  return `${tab.id} ${revision} ${form} ${withColumns ? 1 : 0} ${url}?${text} ${viewOf(caller, tab.id)}`;
}

/** Without looking at the rows: whether there could be a page after this one. */
const mayHaveMore = ({ plan, view }: Question) => plan.offset + plan.limit < view.rows;

function answerAnew(
  reading: Reading,
  request: FastifyRequest,
  reply: FastifyReply,
  question: Question,
  { sending, format }: { readonly sending: Sending; readonly format: Request['format'] },
): FastifyReply | Promise<FastifyReply> {
  const { tab, served, view, mark } = question;
  // The client's copy may hold a cursor, which has its whole life before it again.
  if (request.headers['if-none-match'] !== undefined && sendNothingNew(request, reply, { mark, told: view }, sending)) {
    if (mayHaveMore(question)) reading.held.hold(tab.id, served, view);
    return reply;
  }
  const welcome = codingAccepted(request.headers['accept-encoding']);
  const answer = format === 'json' ? rowsAnswer(question) : fileAnswer(question, format, welcome);
  if (answer.hasCursor === true) reading.held.hold(tab.id, served, view);
  return sendAnswer(request, reply, answer, sending);
}

function answerFrom(
  reading: Reading,
  request: FastifyRequest,
  reply: FastifyReply,
  { project, cacheControl, asking }: RowsRequest,
  served: ServedTab,
): FastifyReply | Promise<FastifyReply> {
  const { answers, held, doorkeeper } = reading;
  const isAddress = 'text' in asking.query;
  const key = keyOf(asking, served.revision, codingAccepted(request.headers['accept-encoding']));
  const ready = isAddress ? answers.get(key) : undefined;
  if (ready !== undefined) {
    countFromCache(request);
    if (ready.hasCursor === true) held.hold(asking.tab.id, served, served.view());
    return sendAnswer(request, reply, ready, { project, cacheControl, answers, key, keeping: 'kept' });
  }
  const question = questionOf(reading, asking, served);
  const isKeepable = isAddress && question.view.revision === served.revision;
  const keeping = isKeepable && (!answers.isFilling || doorkeeper.knows(key)) ? 'keep' : 'not';
  const sending: Sending = { project, cacheControl, answers, key, keeping };
  return answerAnew(reading, request, reply, question, { sending, format: asking.format });
}

/**
 * Answers a question for rows. One that has been asked before, of the same rows, is a look into a map and a write.
 *
 * @throws Refusal what `openTab`, `questionOf` and the form of the answer refuse
 */
export function answerRows(
  reading: Reading,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: RowsRequest,
): FastifyReply | Promise<FastifyReply> {
  const { tab } = asked.asking;
  const served = peekTab(reading, tab);
  if (served !== undefined) return answerFrom(reading, request, reply, asked, served);
  return openTab(reading, tab).then((opened) => answerFrom(reading, request, reply, asked, opened));
}
