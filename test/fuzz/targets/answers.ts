import type { LightMyRequestResponse } from 'fastify';
import { problemCodes } from '../../../src/contract/problems';

/** Checks the response to any request, however invalid. */
export function checkAnswer({ statusCode, headers, body }: LightMyRequestResponse): void {
  if (statusCode >= 500) throw new Error(`Answered ${statusCode}: ${body.slice(0, 500)}`);
  if (Reflect.get({}, 'polluted') !== undefined) throw new Error('What objects inherit from has been changed.');
  const type = String(headers['content-type'] ?? '');
  if (type.startsWith('application/problem+json')) {
    const { code, status, detail } = JSON.parse(body) as Record<string, unknown>;
    if (!(String(code) in problemCodes) || status !== statusCode || typeof detail !== 'string' || detail === '') {
      throw new Error(`Not a problem: ${body.slice(0, 500)}`);
    }
  } else if (statusCode >= 400 && type.startsWith('application/json')) {
    if (typeof (JSON.parse(body) as Record<string, unknown>).message !== 'string') throw new Error(`No words: ${body}`);
  } else if (type.startsWith('application/json') && body !== '') JSON.parse(body);
}
