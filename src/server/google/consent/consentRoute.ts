import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { GOOGLE_OUTCOME, googleConnectionAnswerSchema, googleDisconnectedSchema } from '../../../contract/google';
import { apiPaths } from '../../../contract/paths';
import { basePathOf, originOf } from '../../http/originOf';
import type { Parts } from '../../parts';
import { Refusal } from '../../refusal';
import type { Google } from '../quotas';
import type { Connections } from './connections';
import { Consent } from './consent';

/** Where people come back to who have been nowhere in particular. */
const ACCOUNT = '/account';

/** Longest path that people are sent back to. */
const MOST = 4_000;

/** An origin that does not exist: an address that leaves it leads elsewhere. */
const HERE = 'http://here.invalid';

/** One leading slash, nothing that a browser reads as another host, nothing that cannot stand in a header. */
const LOCAL = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;

/**
 * A path of the app, as it was asked for; {@link ACCOUNT} where it is none: another site's address, or one of the API, where
 * going there would do something.
 */
function returnPath(asked = ACCOUNT): string {
  if (asked.length > MOST || !LOCAL.test(asked) || !URL.canParse(asked, HERE)) return ACCOUNT;
  const { origin, pathname, search, hash } = new URL(asked, HERE);
  if (origin !== HERE || pathname.startsWith('//') || /^\/(api|v1)(\/|$)/i.test(pathname)) return ACCOUNT;
  return pathname + search + hash;
}

/** A path with one more parameter, in place of one of that name. */
function withParameter(path: string, name: string, value: string): string {
  const url = new URL(path, HERE);
  url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}

const connectQuery = Type.Object(
  { to: Type.Optional(Type.String()), write: Type.Optional(Type.Literal('1')) },
  { additionalProperties: false },
);
// Google sends more than is read here ("Handling the OAuth 2.0 server response").
const callbackQuery = Type.Object({
  state: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
});

/** Identifies the browser of a person who is on Google's pages. */
const COOKIE = 'tabpoint_google';

/** By https a name that browsers take by https alone (RFC 6265bis, section 4.1.3.1); it keeps to its path. */
const cookieName = (secure: boolean) => (secure ? `__Secure-${COOKIE}` : COOKIE);

function cookieOf({ headers }: FastifyRequest, secure: boolean): string {
  const form = new RegExp(`^${cookieName(secure)}=([\\w-]{43})$`);
  const found = headers.cookie?.split(';').map((pair) => form.exec(pair.trim())?.[1]);
  return found?.find((value) => value !== undefined) ?? '';
}

/** `Lax`: it comes along when Google sends the person back. */
function setCookie(reply: FastifyReply, path: string, value: string, seconds: number, secure: boolean) {
  const attributes = `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  reply.header('set-cookie', `${cookieName(secure)}=${value}; ${attributes}`);
}

const notConfigured = () =>
  new Refusal('not_found', 'Google accounts cannot be connected on this server.', {
    hint: 'Its administrator has to set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
  });

/** Another site must not send people to Google in our name. */
function refuseOtherSites({ headers }: FastifyRequest) {
  if (headers['sec-fetch-site'] !== 'cross-site' && headers['sec-fetch-site'] !== 'same-site') return;
  throw new Refusal('cross_site_request', 'Connect your Google account from the pages of this server.');
}

interface ConnectingParts extends Pick<Parts, 'db' | 'settings'> {
  readonly google: Google;
  /** None where no client of Google is set. */
  readonly connections: Connections | undefined;
}

/** Consent, return, and the connection itself. */
export function registerGoogleConsent(app: FastifyInstance, parts: ConnectingParts): void {
  const { settings, connections } = parts;
  const base = basePathOf(settings);
  const cookiePath = base + apiPaths.googleCallback;
  const report = (error: unknown) => app.log.error({ err: error }, 'asking for consent failed');
  const consent = connections && new Consent({ ...parts, connections, report });
  const redirectUri = (request: FastifyRequest) => originOf(request, settings) + apiPaths.googleCallback;
  const isSecure = (request: FastifyRequest) => originOf(request, settings).startsWith('https:');
  app.get('/api/google/connect', { schema: { querystring: connectQuery } }, async (request, reply) => {
    refuseOtherSites(request);
    if (consent === undefined) throw notConfigured();
    const { to, write } = request.query;
    const { page, browser } = await consent.begin(
      request.person.id,
      returnPath(to),
      redirectUri(request),
      write === '1',
    );
    setCookie(reply, cookiePath, browser, 600, isSecure(request));
    return reply.header('referrer-policy', 'no-referrer').redirect(page.href, 302);
  });

  app.get(apiPaths.googleCallback, { schema: { querystring: callbackQuery } }, async (request, reply) => {
    if (consent === undefined) throw notConfigured();
    const browser = cookieOf(request, isSecure(request));
    const ended = await consent.end(request.person.id, request.query, browser, redirectUri(request));
    setCookie(reply, cookiePath, '', 0, isSecure(request));
    const to = ended.returnTo ?? ACCOUNT;
    return reply
      .header('referrer-policy', 'no-referrer')
      .redirect(base + withParameter(to, GOOGLE_OUTCOME, ended.outcome), 302);
  });

  app.get(
    apiPaths.googleConnection,
    { schema: { response: { 200: googleConnectionAnswerSchema } } },
    async ({ person }) => ({ connection: (await connections?.find(person.id)) ?? null }),
  );

  app.delete(
    apiPaths.googleConnection,
    { schema: { response: { 200: googleDisconnectedSchema } } },
    async ({ person }) => ({ revoked: (await connections?.disconnect(person.id)) ?? true }),
  );
}
