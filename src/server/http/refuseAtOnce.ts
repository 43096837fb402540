import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Problem, problemCodes } from '../../contract/problems';
import { problemsTold } from '../metrics/counters';

const DETAIL = 'The server has more to do than it can at the moment. Nothing was done; try again.';

/** A refusal that costs next to nothing. What a body was sent with is not read: the connection ends with the answer. */
export function refuseAtOnce({ method = '' }: IncomingMessage, response: ServerResponse): void {
  const { status, title } = problemCodes.busy;
  const problem: Problem = {
    ...{ type: 'urn:tabpoint:problem:busy', title, status, code: 'busy', detail: DETAIL, requestId: randomUUID() },
  };
  const body = JSON.stringify(problem);
  problemsTold.add({ code: 'busy' });
  response.writeHead(status, {
    ...{ 'content-type': 'application/problem+json', 'content-length': Buffer.byteLength(body) },
    ...{ 'cache-control': 'no-store', 'retry-after': '2', 'x-content-type-options': 'nosniff' },
    ...(method !== 'GET' && method !== 'HEAD' && { connection: 'close' }),
    // A page of another site may be told that it has to wait; there is nothing else in it.
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Retry-After',
  });
  response.end(method === 'HEAD' ? undefined : body);
}
