import type { RouteHandlerMethod } from 'fastify';
import { endpointPath } from '../../contract/paths';
import { originOf } from '../http/originOf';
import type { Parts } from '../parts';
import { addressedTab, addressOf } from './locate';
import { cacheControlOf } from './headers';
import { answerRows } from './answerRows';
import { formatAccepted } from './formats/format';
import { queryTextOf } from './query/rawQuery';
import type { Reading } from './reading';

const SAFE_PATH = /^[\w.~!*'(),;:@/$%&=+-]*$/;

/** The path of a request as it was called, where that can stand in an answer. */
function pathOf(url: string, usual: string): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  return SAFE_PATH.test(path) ? path : usual;
}

/** `GET /v1/{projectId}/{tab}` */
export const rowsHandler =
  (reading: Reading, { settings }: Pick<Parts, 'settings'>): RouteHandlerMethod =>
  async (request, reply) => {
    const { known, caller, tab, format } = await addressedTab(reading, request);
    const { project } = known;
    const url = originOf(request, settings) + pathOf(request.url, endpointPath(project.id, addressOf(request).tab));
    return answerRows(reading, request, reply, {
      project,
      cacheControl: cacheControlOf(project, caller),
      asking: {
        ...{ tab, caller, url, withColumns: false },
        query: { text: queryTextOf(request.url) },
        format: format ?? formatAccepted(request.headers.accept),
      },
    });
  };
