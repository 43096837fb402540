import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { GOOGLE_OUTCOME, googleConnectionAnswerSchema, googleDisconnectedSchema } from '../../../contract/google';
import { apiPaths } from '../../../contract/paths';
import { basePathOf, originOf } from '../../http/originOf';
import type { Parts } from '../../parts';
import { Refusal } from '../../refusal';
import { googleAddresses } from '../googleAddresses';
import { createAsking, returnPath, withParameter } from './consentCalls';
import type { GoogleConsent } from './connections';

/** Where people come back to who have been nowhere in particular. */
const ACCOUNT = '/account';

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

/** Holds, for whoever is on Google's pages, what tells their browser from others. */
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

/** What accounts are connected with. */
interface ConnectingParts extends Pick<Parts, 'db' | 'settings'> {
  /** None where no client of Google is set. */
  readonly googleConsent: GoogleConsent | undefined;
}

function askingOf({ db, settings, googleConsent }: ConnectingParts, report: (error: unknown) => void) {
  if (googleConsent === undefined) return undefined;
  return createAsking({ ...googleConsent, db, addresses: googleAddresses(settings.googleDouble), report });
}

/** Consent, return, and the connection itself. */
export function registerGoogleConsent(app: FastifyInstance, parts: ConnectingParts): void {
  const { settings } = parts;
  const base = basePathOf(settings);
  const cookiePath = base + apiPaths.googleCallback;
  const connections = parts.googleConsent?.connections;
  const asking = askingOf(parts, (error) => app.log.error({ err: error }, 'asking for consent failed'));
  const redirectUri = (request: FastifyRequest) => originOf(request, settings) + apiPaths.googleCallback;
  const isSecure = (request: FastifyRequest) => originOf(request, settings).startsWith('https:');
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();

  typed.get('/api/google/connect', { schema: { querystring: connectQuery } }, async (request, reply) => {
    refuseOtherSites(request);
    if (asking === undefined) throw notConfigured();
    const to = returnPath(request.query.to ?? ACCOUNT, ACCOUNT);
    const writing = request.query.write === '1';
    const { page, browser } = await asking.begin(request.person.id, to, redirectUri(request), writing);
    setCookie(reply, cookiePath, browser, 600, isSecure(request));
    return reply.header('referrer-policy', 'no-referrer').redirect(page.href, 302);
  });

  typed.get(apiPaths.googleCallback, { schema: { querystring: callbackQuery } }, async (request, reply) => {
    if (asking === undefined) throw notConfigured();
    const browser = cookieOf(request, isSecure(request));
    const ended = await asking.end(request.person.id, request.query, browser, redirectUri(request));
    setCookie(reply, cookiePath, '', 0, isSecure(request));
    const to = ended.returnTo ?? ACCOUNT;
    return reply
      .header('referrer-policy', 'no-referrer')
      .redirect(base + withParameter(to, GOOGLE_OUTCOME, ended.outcome), 302);
  });

  typed.get(
    apiPaths.googleConnection,
    { schema: { response: { 200: googleConnectionAnswerSchema } } },
    async ({ person }) => ({ connection: (await connections?.find(person.id)) ?? null }),
  );

  typed.delete(
    apiPaths.googleConnection,
    { schema: { response: { 200: googleDisconnectedSchema } } },
    async ({ person }) => ({ revoked: (await connections?.disconnect(person.id)) ?? true }),
  );
}
