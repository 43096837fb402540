import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../contract/limits';
import { countFromCache } from '../access/guard';
import type { ReadProject } from './endpointsRepository';
import type { ServedTab } from './engine/engine';
import { findRows } from './findRows';
import { NotReady } from './notReady';
import type { Request } from './question';
import { openTab, peekTab, type Reading } from './reading';
import { freshnessFor } from './seen/freshness';
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
  const basics = { ...freshnessFor(reading, { project, ...asking }), cacheControl };
  if (found.unchanged !== undefined) return sendUnchanged(reply, found.unchanged, basics);
  return sendAnswer(request, reply, found.answer, { ...basics, answers, key, keeping });
}

/** So often is waited for what an answer needs; then it is made without. */
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
    return error.ready.then(() => answerWhenReady(reading, request, reply, asked, served, waits + 1));
  }
}

/** Nothing but which page. */
const PAGE_ALONE = /^(?:_(?:limit|offset)=\d+(?:&(?!$)|$))*$/;

/** Where rows are asked for in their order and as they are, so that none of their values is looked at: how many, from the first on. */
function firstRows({ tab, caller, query, format }: Request): number | undefined {
  if (format !== 'json' || !('text' in query) || caller.hiddenColumns.has(tab.id)) return undefined;
  if (!PAGE_ALONE.test(query.text)) return undefined;
  const asked = new URLSearchParams(query.text);
  return Number(asked.get('_offset') ?? 0) + Number(asked.get('_limit') ?? limits.rowsPerPage);
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
  const opened = openTab(reading, tab, firstRows(asked.asking));
  return opened.then((rows) => answerWhenReady(reading, request, reply, asked, rows));
}
