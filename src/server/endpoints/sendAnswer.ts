import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerHeaders, type Told } from './answerHeaders';
import { hasAlready } from './conditional';
import type { ReadProject } from './endpointsRepository';

/** A finished body, and what its headers tell of it. */
export type Made = { readonly body: Buffer } & Pick<Told, 'total' | 'next'>;

/**
 * Answers with a body, or 304 when the client has it already; the body is only made when it is needed.
 *
 * @param cacheControl who may keep the answer, and how long
 */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { project, told, cacheControl }: { project: ReadProject; told: Told; cacheControl: string },
  make: () => Promise<Made>,
): Promise<FastifyReply> {
  reply.header('cache-control', cacheControl);
  if (hasAlready(request.headers['if-none-match'], told.entityTag)) {
    return reply.headers(answerHeaders(project, told)).code(304).send();
  }
  const { body, ...more } = await make();
  return reply
    .headers(answerHeaders(project, { ...told, ...more }))
    .type('application/json; charset=utf-8')
    .send(body);
}
