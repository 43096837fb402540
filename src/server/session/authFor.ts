import type { FastifyRequest } from 'fastify';
import { originOf } from '../http/originOf';
import type { Auth, AuthParts } from './auth';

/** The auth library that suits how a request has come. */
export type AuthFor = (request: FastifyRequest) => Promise<Auth>;

/**
 * Cookies of people who come by https are `Secure`; behind a proxy the same process may meet both. The library is loaded when it
 * is first asked for: that takes as long as all else at a start, and the data API does without it.
 */
export function createAuthFor(parts: AuthParts): AuthFor {
  let loaded: Promise<Record<'plain' | 'secure', Auth>> | undefined;
  const load = async () => {
    const { createAuth } = await import('./auth');
    return { plain: createAuth(parts, false), secure: createAuth(parts, true) };
  };
  return async (request) => {
    const { plain, secure } = await (loaded ??= load());
    return originOf(request, parts.settings).startsWith('https:') ? secure : plain;
  };
}
