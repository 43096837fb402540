import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal';
import { DEEPEST, nestedTooDeep } from './nestedTooDeep';
import { addTextBodies } from './textBodies';

/**
 * Which bodies are read: JSON only, and exactly as its schema says (nothing is converted or left out; parts of the address, which
 * are always text, are converted). No body at all is fine for calls that need none, also
 * when the caller puts `Content-Type: application/json` on every call.
 */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  readJsonBodies(app);
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const poisoned = () =>
  new Refusal(
    'malformed_request',
    'The body gives something the name “__proto__”, or “constructor” with a “prototype”.',
    {
      hint: 'Leave it out: nothing here has such a name.',
    },
  );

const tooDeep = () =>
  new Refusal('malformed_request', `The body holds more than ${DEEPEST} objects or lists in each other.`);

/**
 * Reads JSON in a scope whose parsers were removed. Names that would change objects instead of being held by them are refused.
 *
 * @param readAgain makes of a body, and of what JSON says that it is, what handlers get
 */
export function readJsonBodies(scope: FastifyInstance, readAgain = (_json: string, value: unknown) => value): void {
  const readJson = scope.getDefaultJsonParser('error', 'error');
  addTextBodies(scope, 'application/json', {}, (body, request, done) => {
    if (body === '') return done(null, undefined);
    if (nestedTooDeep(body)) return done(tooDeep());
    return void readJson(request, body, (error, value) => {
      if (error === null) done(null, readAgain(body, value));
      else if (isJson(body)) done(poisoned());
      else done(error);
    });
  });
}
