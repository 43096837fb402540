import type { FastifyRequest } from 'fastify';
import { originOf } from '../http/originOf';
import { type Auth, type AuthParts, createAuth } from './auth';

/** The auth library that suits how a request has come. */
export type AuthFor = (request: FastifyRequest) => Auth;

/** Cookies of people who come by https are `Secure`; behind a proxy the same process may meet both. */
export function createAuthFor(parts: AuthParts): AuthFor {
  const plain = createAuth(parts, false);
  const secure = createAuth(parts, true);
  return (request) => (originOf(request, parts.settings).startsWith('https:') ? secure : plain);
}
