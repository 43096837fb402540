import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { endpointPath, OWN_CALLS_BEFORE } from '../../contract/paths';
import { countFromCache } from '../access/guard';
import { originOf } from '../http/originOf';
import type { Parts } from '../parts';
import type { ReadProject } from '../store/log/endpointsRepository';
import { runBriefly, type RunQuery } from '../yieldToEventLoop';
import { type Answer, rowsKey } from './answers/answer';
import { codingAccepted } from './answers/bodies';
import { formatAccepted } from './answers/format';
import { cacheControlOf, tagAtHand } from './headers';
import { addressedTab, addressOf } from './locate';
import { jsonOf } from './query/readQuery';
import { queryTextOf, refuseParameters } from './query/rawQuery';
import { type Question, questionOf, type Request, searchFor } from './question';
import { openTab, type Reading } from './reading';
import { fileAnswer, rowsAnswer } from './rowsAnswer';
import { sendAnswer, sendUnchanged } from './sendAnswer';

/** A question for rows, and how its answer may be kept. */
export interface RowsRequest {
  readonly project: ReadProject;
  readonly cacheControl: string;
  readonly asking: Request;
}

/** Whether a question has been asked before; from now on it has. An answer that is needed once would push out one that is needed again. */
function wasAskedLately({ asked }: Reading, key: string): boolean {
  const was = asked.has(key);
  asked.set(key, true);
  return was;
}

/** Written at once where that is quick, else in steps between which others have their turn. */
async function jsonAnswer(question: Question, run: RunQuery): Promise<Answer> {
  const writing = rowsAnswer(question);
  return runBriefly(writing)?.value ?? run(writing);
}

/**
 * Answers a question for rows. One that has been asked before, of the same rows, is a look into a map; one that nobody asks a second
 * time is not kept where it would push out another. However often the rows are written to meanwhile, the answer is of those that
 * there were when it was asked.
 *
 * @throws Refusal what `openTab`, `questionOf` and the form of the answer refuse; `busy` and `query_too_slow` for long searches
 */
export async function answerRows(
  reading: Reading,
  request: FastifyRequest,
  reply: FastifyReply,
  { project, cacheControl, asking }: RowsRequest,
): Promise<FastifyReply> {
  const { answers, tabs } = reading;
  const { tab, format } = asking;
  const { 'accept-encoding': accepted, 'if-none-match': known } = request.headers;
  const served = await openTab(reading, tab);
  const { revision } = served;
  const coding = codingAccepted(accepted);
  const stale = await reading.stale.of(project, tab, served);
  const key = rowsKey(asking, revision, coding) + (stale === undefined ? '' : ` ${stale.mark}`);
  const sending = { project, writtenAt: tabs.writtenAt(tab.id), cacheControl, answers, key };
  const kept = answers.get(key);
  if (kept !== undefined) {
    countFromCache(request);
    return sendAnswer(request, reply, kept, { ...sending, keeping: 'kept' });
  }
  const question = await questionOf(reading, { ...asking, stale }, served);
  const etag = tagAtHand(known, question.mark, accepted);
  if (etag !== undefined) return sendUnchanged(request, reply, { etag, revision: question.revision }, sending);
  const run = reading.longQueries.of(project.id);
  // Found rows are forgotten for those of other questions: nothing is waited for between the last look and the answer.
  for (let search = searchFor(question); search !== undefined; search = searchFor(question)) await search(run);
  const answer = format === 'json' ? await jsonAnswer(question, run) : fileAnswer(question, format, coding);
  // One of an earlier revision is not kept.
  const mayKeep = question.revision === revision && (!answers.isFilling || wasAskedLately(reading, key));
  return sendAnswer(request, reply, answer, { ...sending, keeping: mayKeep ? 'keep' : 'not' });
}

const SAFE_PATH = /^[\w.~!*'(),;:@/$%&=+-]*$/;

/** The path of a request as it was called, where that can stand in an answer; that of `/v1` where an owner has called it. */
function pathOf(request: FastifyRequest): string {
  const url = request.ownerId === undefined ? request.url : request.url.slice(OWN_CALLS_BEFORE.length);
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const { projectId, tab } = addressOf(request);
  return SAFE_PATH.test(path) ? path : endpointPath(projectId, tab);
}

/** `GET /v1/{projectId}/{tab}` */
export const rowsHandler =
  (reading: Reading, { settings }: Pick<Parts, 'settings'>): RouteHandlerMethod =>
  async (request, reply) => {
    const { known, caller, tab, format } = await addressedTab(reading, request);
    const { project } = known;
    return answerRows(reading, request, reply, {
      project,
      cacheControl: cacheControlOf(project, caller),
      asking: {
        ...{ tab, caller, withColumns: false, query: { text: queryTextOf(request.url) } },
        url: originOf(request, settings) + pathOf(request),
        format: format ?? formatAccepted(request.headers.accept),
      },
    });
  };

const EXAMPLE = 'Send an object like {"where":{"City":{"eq":"Oslo"}},"sort":["-Founded"],"limit":10}.';

/** `POST /v1/{projectId}/{tab}/_query`: as `GET`, with the question in a JSON body. Nothing is changed by it. */
export const queryHandler =
  (reading: Reading, { settings }: Pick<Parts, 'settings'>): RouteHandlerMethod =>
  async (request, reply) => {
    const { known, caller, tab, format } = await addressedTab(reading, request);
    const { project } = known;
    refuseParameters(request.url);
    const body = jsonOf('body', typeof request.body === 'string' ? request.body : '', EXAMPLE);
    return answerRows(reading, request, reply, {
      project,
      cacheControl: 'no-store',
      asking: {
        ...{ tab, caller, withColumns: false, query: { body } },
        url: originOf(request, settings) + endpointPath(project.id, addressOf(request).tab),
        format: format ?? formatAccepted(request.headers.accept),
      },
    });
  };
