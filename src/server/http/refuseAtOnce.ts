import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Problem, problemCodes } from '../../contract/problems';
import { problemsTold } from '../metrics/counters';
import { DATA_POLICY } from './dataPolicy';
import { fieldsText } from './fieldsText';
import type { ReadyAnswer } from './readyHead';

const DETAIL = 'The server has more to do than it can at the moment. Nothing was done; try again.';

/** A refusal with a number of its own: its fields and its body. */
function refusal() {
  const { status, title } = problemCodes.busy;
  const problem: Problem = {
    ...{ type: 'urn:tabpoint:problem:busy', title, status, code: 'busy', detail: DETAIL, requestId: randomUUID() },
  };
  const body = JSON.stringify(problem);
  problemsTold.add({ code: 'busy' });
  const fields = {
    ...{ 'content-type': 'application/problem+json', 'content-length': String(Buffer.byteLength(body)) },
    ...{ 'cache-control': 'no-store', 'retry-after': '2', 'x-content-type-options': 'nosniff' },
    'content-security-policy': DATA_POLICY,
    // A page of another site may be told that it has to wait; there is nothing else in it.
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Retry-After',
  };
  return { status, fields, body };
}

/** A refusal that costs next to nothing. What a body was sent with is not read: the connection ends with the answer. */
export function refuseAtOnce({ method = '' }: IncomingMessage, response: ServerResponse): void {
  const { status, fields, body } = refusal();
  const isReading = method === 'GET' || method === 'HEAD';
  response.writeHead(status, isReading ? fields : { ...fields, connection: 'close' });
  response.end(method === 'HEAD' ? undefined : body);
}

/** The same refusal for a request that has come whole, as a door sends it. */
export function busyAnswer(method: string): ReadyAnswer {
  const { fields, body } = refusal();
  return { status: 503, fields: fieldsText(fields), pieces: method === 'HEAD' ? [] : [body] };
}
