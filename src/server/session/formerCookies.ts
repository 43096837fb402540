import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { authPaths } from '../../contract/paths';
import type { Settings } from '../settings';

/** Cookies that the auth library signs, by http and by https. */
const SIGNED = /^(?:__Host-)?tabpoint\./;
const SESSION = /^(__Host-)?tabpoint\.session_token=/;

/** Seconds for which a browser keeps the cookie of a session; the session itself may end before. */
const MAX_AGE = 7 * 24 * 60 * 60;

interface Secrets {
  readonly former: string;
  readonly present: string;
}

const signatureOf = (value: string, secret: string) => createHmac('sha256', secret).update(value).digest('base64');

function isSignedWith(secret: string, value: string, signature: string): boolean {
  const [right, given] = [Buffer.from(signatureOf(value, secret)), Buffer.from(signature)];
  return right.length === given.length && timingSafeEqual(right, given);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** One cookie, signed anew where the former secret has signed it; any other one as it is. */
function renewed(pair: string, { former, present }: Secrets): string {
  const [name = '', ...more] = pair.trim().split('=');
  const text = decoded(more.join('='));
  const end = text.lastIndexOf('.');
  const value = text.slice(0, end);
  if (!SIGNED.test(name) || end < 1 || !isSignedWith(former, value, text.slice(end + 1))) return pair.trim();
  return `${name}=${encodeURIComponent(`${value}.${signatureOf(value, present)}`)}`;
}

/** As the library sets it, so that it takes the place of the former one. */
function setCookieOf(pair: string): string {
  const secure = SESSION.exec(pair)?.[1] === undefined ? '' : '; Secure';
  return `${pair}; Max-Age=${MAX_AGE}; Path=/; HttpOnly${secure}; SameSite=Lax`;
}

/**
 * While `AUTH_SECRET` is exchanged: cookies that the former secret has signed count as if the present one had, and a browser
 * that asks for its session is given its cookie anew.
 */
export function renewFormerCookies(site: FastifyInstance, { authSecret, authSecretPrevious }: Settings): void {
  if (authSecretPrevious === undefined) return;
  const secrets = { former: authSecretPrevious, present: authSecret };
  site.addHook('onRequest', async ({ raw, url }, reply) => {
    const given = raw.headers.cookie?.split(';') ?? [];
    const cookies = given.map((pair) => renewed(pair, secrets));
    if (given.length === 0) return;
    raw.headers.cookie = cookies.join('; ');
    const session = cookies.find((pair, at) => SESSION.test(pair) && pair !== given[at]?.trim());
    if (session !== undefined && url.startsWith(authPaths.getSession)) reply.header('set-cookie', setCookieOf(session));
  });
}
