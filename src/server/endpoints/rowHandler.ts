import type { RouteHandlerMethod } from 'fastify';
import { addressedTab, addressOf } from './addressing';
import { cacheControlOf } from './answerHeaders';
import { queryTextOf } from './query/rawQuery';
import type { Reading } from './reading';
import { rowAnswer } from './rowAnswer';
import { freshnessFor } from './seen/freshness';
import { sendAnswer } from './sendAnswer';

/** `GET /v1/{projectId}/{tab}/{id}` */
export const rowHandler =
  (reading: Reading): RouteHandlerMethod =>
  async (request, reply) => {
    const { known, caller, tab } = await addressedTab(reading, request);
    const { project } = known;
    const made = await rowAnswer(reading, { tab, caller, part: addressOf(request).id, text: queryTextOf(request.url) });
    const key = `row ${tab.id} ${made.told.revision} ${made.mark}`;
    const answer = reading.answers.get(key) ?? made;
    const cacheControl = cacheControlOf(project, caller);
    return sendAnswer(request, reply, answer, {
      ...freshnessFor(reading, { project, tab, caller }),
      cacheControl,
      answers: reading.answers,
      key,
      keeping: 'kept',
    });
  };
