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

/** Return path of people who came from no particular page. */
const DEFAULT_RETURN_PATH = '/account';

/** Maximum length of a return path. */
const MAX_PATH_LENGTH = 4_000;

/** Placeholder origin for parsing paths: a URL with another origin leaves this server. */
const PLACEHOLDER_ORIGIN = 'http://here.invalid';

/** Starts with one slash, is not parsed as another host by browsers, and is valid in a header. */
const LOCAL_PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;

/** Validates a return path within the app; {@link DEFAULT_RETURN_PATH} for addresses of other sites or of the API, which could have side effects. */
function returnPath(requested = DEFAULT_RETURN_PATH): string {
  const isLocal = requested.length <= MAX_PATH_LENGTH && LOCAL_PATH.test(requested);
  if (!isLocal || !URL.canParse(requested, PLACEHOLDER_ORIGIN)) return DEFAULT_RETURN_PATH;
  const { origin, pathname, search, hash } = new URL(requested, PLACEHOLDER_ORIGIN);
  const isOfApp = origin === PLACEHOLDER_ORIGIN && !pathname.startsWith('//') && !/^\/(api|v1)(\/|$)/i.test(pathname);
  return isOfApp ? pathname + search + hash : DEFAULT_RETURN_PATH;
}

/** Sets a query parameter of a path. */
function withParameter(path: string, name: string, value: string): string {
  const url = new URL(path, PLACEHOLDER_ORIGIN);
  url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}

const connectQuery = Type.Object(
  { to: Type.Optional(Type.String()), write: Type.Optional(Type.Literal('1')) },
  { additionalProperties: false },
);
// Google sends further parameters ("Handling the OAuth 2.0 server response").
const callbackQuery = Type.Object({
  state: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
});

/** Cookie that identifies the browser while the person is on Google's pages. */
const COOKIE = 'tabpoint_google';

/**
 * Cookie name for https with a prefix that browsers accept over https only (RFC 6265bis, section 4.1.3.1); the cookie is limited to
 * its path.
 */
const cookieName = (secure: boolean) => (secure ? `__Secure-${COOKIE}` : COOKIE);

function cookieOf({ headers }: FastifyRequest, secure: boolean): string {
  const pattern = new RegExp(`^${cookieName(secure)}=([\\w-]{43})$`);
  const values = headers.cookie?.split(';').map((pair) => pattern.exec(pair.trim())?.[1]);
  return values?.find((value) => value !== undefined) ?? '';
}

/** `Lax`, so that the cookie is sent when Google redirects the person back. */
function setCookie(reply: FastifyReply, path: string, value: string, seconds: number, secure: boolean) {
  const attributes = `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  reply.header('set-cookie', `${cookieName(secure)}=${value}; ${attributes}`);
}

const notConfigured = () =>
  new Refusal('not_found', 'Google accounts cannot be connected on this server.', {
    hint: 'Its administrator has to set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
  });

/** Refuses requests from other sites, which must not send people to Google in our name. */
function refuseOtherSites({ headers }: FastifyRequest) {
  if (headers['sec-fetch-site'] !== 'cross-site' && headers['sec-fetch-site'] !== 'same-site') return;
  throw new Refusal('cross_site_request', 'Connect your Google account from the pages of this server.');
}

interface ConnectingParts extends Pick<Parts, 'db' | 'settings'> {
  readonly google: Google;
  /** Absent without a configured Google client. */
  readonly connections: Connections | undefined;
}

/** Registers the routes of the consent, its callback, and the connection. */
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
    const returnTo = withParameter(ended.returnTo ?? DEFAULT_RETURN_PATH, GOOGLE_OUTCOME, ended.outcome);
    return reply.header('referrer-policy', 'no-referrer').redirect(base + returnTo, 302);
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
