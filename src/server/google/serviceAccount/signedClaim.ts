import { sign } from 'node:crypto';
import type { ServiceAccountKey } from './serviceAccountKey';

/** Whom the claim is for: Google's token address, whatever address is asked ("Preparing to make an authorized API call"). */
export const AUDIENCE = 'https://oauth2.googleapis.com/token';

/** Seconds that a claim is good for; Google takes an hour at most. */
const SECONDS = 3_600;

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * What a service account asks for a token with: a JSON Web Token (RFC 7519), signed with RS256 (RFC 7518, section 3.3).
 *
 * @param scope scopes, with spaces between them
 * @param now milliseconds since 1970
 */
export function signedClaim({ email, id, key }: ServiceAccountKey, scope: string, now: number): string {
  const iat = Math.floor(now / 1000);
  const claims = { iss: email, scope, aud: AUDIENCE, iat, exp: iat + SECONDS };
  const text = `${part({ alg: 'RS256', typ: 'JWT', kid: id })}.${part(claims)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
}
