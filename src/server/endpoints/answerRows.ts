import type { FastifyReply, FastifyRequest } from 'fastify';
import { countFromCache } from '../access/guard';
import type { ReadProject } from '../store/log/endpointsRepository';
import type { ServedTab } from '../store/memory/engine';
import { findRows } from './findRows';
import { NotReady } from './longQueries';
import type { Request } from './question';
import { openTab, peekTab, type Reading } from './reading';
import { sendAnswer, sendUnchanged } from './sendAnswer';

/** A question for rows, and how its answer may be kept. */
export interface RowsRequest {
  readonly project: ReadProject;
  readonly cacheControl: string;
  readonly asking: Request;
}

function answerFrom(
  reading: Reading,
  request: FastifyRequest,
  reply: FastifyReply,
  { project, cacheControl, asking }: RowsRequest,
  served: ServedTab,
): FastifyReply | Promise<FastifyReply> {
  const { answers, doorkeeper } = reading;
  const { headers } = request;
  const wishes = { coding: headers['accept-encoding'], tags: headers['if-none-match'] };
  const found = findRows(reading, { request: asking, wishes }, served, (question) => doorkeeper.knows(question));
  const { key, keeping } = found;
  if (keeping === 'kept') countFromCache(request);
  const basics = { project, writtenAt: reading.tabs.writtenAt(asking.tab.id), cacheControl };
  if (found.unchanged !== undefined) return sendUnchanged(request, reply, found.unchanged, basics);
  return sendAnswer(request, reply, found.answer, { ...basics, answers, key, keeping });
}

/** So often is waited for what an answer needs; then it is made of what is known. */
const MOST_WAITS = 20;

function answerWhenReady(
  reading: Reading,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: RowsRequest,
  served: ServedTab,
  waits = 0,
): FastifyReply | Promise<FastifyReply> {
  const asking = waits < MOST_WAITS ? asked.asking : { ...asked.asking, isUrgent: true };
  try {
    return answerFrom(reading, request, reply, { ...asked, asking }, served);
  } catch (error) {
    if (!(error instanceof NotReady)) throw error;
    return error.wait(reading.longQueries.of(asked.project.id)).then((found) => {
      const again = { ...asked, asking: { ...asked.asking, soFar: { ...asked.asking.soFar, ...found } } };
      return answerWhenReady(reading, request, reply, again, served, waits + 1);
    });
  }
}

/**
 * Answers a question for rows.
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
  if (served !== undefined) return answerWhenReady(reading, request, reply, asked, served);
  return openTab(reading, tab).then((rows) => answerWhenReady(reading, request, reply, asked, rows));
}
