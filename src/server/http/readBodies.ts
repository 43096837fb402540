import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';

/**
 * Which bodies are read, and how they are checked: JSON only, exactly as its schema says (nothing is converted or left
 * out; parts of the address, which are always text, are converted). No body at all is fine for calls that need none, also
 * when the caller puts `Content-Type: application/json` on every call.
 */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  readJsonBodies(app);
  app.setValidatorCompiler(TypeBoxValidatorCompiler);
}

/** Reads JSON in a scope whose parsers were removed. */
export function readJsonBodies(scope: FastifyInstance): void {
  const readJson = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void readJson(request, body, done);
  });
}
