import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AUTH_BASE_PATH, authPaths } from '../../contract/paths';
import { isDuplicate, isOrphan } from '../database/databaseErrors';
import { browserOriginOf } from '../http/originOf';
import { nothingHere } from '../http/problems';
import type { Base } from '../parts';
import type { Settings } from '../settings';
import {
  ACCOUNT_EVENT_HEADER,
  CLIENT_ADDRESS_HEADER,
  isOpenAccountCall,
  noteAccountEvent,
  refusalOfCall,
} from './accountCalls';
import type { Auth } from './auth';
import { commonPasswordsOf } from './commonPasswords';
import { type AuthFor, withDatabaseError } from './requireSession';

/** Maximum body of an auth call, in bytes. */
const MAX_BODY_BYTES = 64 * 1024;

/** Maximum `Retry-After` for the app, in seconds: it retries automatically (specification, section 9). */
const MAX_RETRY_AFTER_SECONDS = 10;

function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  headers.set(CLIENT_ADDRESS_HEADER, request.ip);
  return headers;
}

/** Converts a request to the web standard's `Request`, which Better Auth expects. */
function webRequestOf(request: FastifyRequest, settings: Settings): Request {
  const body = request.body instanceof Buffer && request.body.length > 0 ? new Uint8Array(request.body) : undefined;
  return new Request(`${browserOriginOf(request, settings)}${request.url}`, {
    method: body === undefined && request.method === 'HEAD' ? 'GET' : request.method,
    headers: headersOf(request),
    body,
  });
}

/** Returns a request of the session that does not renew it, which would write. */
function withoutRenewal({ url, headers }: Request): Request {
  const address = new URL(url);
  address.searchParams.set('disableRefresh', 'true');
  return new Request(address, { headers });
}

/** Calls Better Auth. @throws Error for a failure of the server, of which the library says nothing */
async function callLibrary(auth: Auth, request: Request): Promise<Response> {
  const response = await auth.handler(request);
  if (response.status >= 500) throw new Error(`The auth library failed: ${await response.text()}`);
  return response;
}

/** Sends Better Auth's response unchanged, except that `X-Retry-After` becomes the standard header. */
async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).header('cache-control', 'no-store');
  response.headers.forEach((value, name) => {
    if (name !== 'set-cookie' && name !== ACCOUNT_EVENT_HEADER) reply.header(name, value);
  });
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  const retrySeconds = Number(response.headers.get('x-retry-after') ?? 0);
  if (retrySeconds > 0) reply.header('retry-after', String(Math.min(retrySeconds, MAX_RETRY_AFTER_SECONDS)));
  return reply.send(Buffer.from(await response.arrayBuffer()));
}

/** Returns whether a sign-up failed in the database, which PostgreSQL does to the second of two with one address. */
const failedToCreate = async (response: Response): Promise<boolean> =>
  response.status === 422 && (await response.clone().text()).includes('FAILED_TO_CREATE_USER');

/**
 * Repeats a call that was too late for a concurrent one: now it finds the account or second factor that the other one has created, or
 * that the account is deleted.
 */
async function withoutRace(call: () => Promise<Response>): Promise<Response> {
  try {
    const response = await call();
    if (!(await failedToCreate(response))) return response;
  } catch (error) {
    if (!isDuplicate(error) && !isOrphan(error)) throw error;
  }
  const response = await call();
  if (await failedToCreate(response)) throw new Error('The account could not be created.');
  return response;
}

/** Mounts Better Auth. Its error bodies (`{message, code}`) are passed on unchanged. */
export async function registerSession(
  site: FastifyInstance,
  { settings, db, locks }: Pick<Base, 'settings' | 'db' | 'locks'>,
  authFor: AuthFor,
): Promise<void> {
  const isCommon = commonPasswordsOf(settings);
  await site.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.route({
      method: ['GET', 'POST'],
      url: `${AUTH_BASE_PATH}/*`,
      handler: async (request, reply) => {
        if (!isOpenAccountCall(request)) throw nothingHere();
        const refusal = refusalOfCall(request, isCommon);
        if (refusal !== undefined) {
          noteAccountEvent(request, 400);
          return reply.code(400).header('cache-control', 'no-store').send(refusal);
        }
        const auth = await authFor(request);
        const isRead = request.url.startsWith(authPaths.getSession);
        const send = () => callLibrary(auth, webRequestOf(request, settings));
        const read = () => callLibrary(auth, withoutRenewal(webRequestOf(request, settings)));
        const call = () => withDatabaseError(db, () => withoutRace(send), isRead ? read : undefined);
        // Otherwise two sign-ups at once would both be the first account.
        const mayBeFirstAccount = settings.signUps === 'closed' && request.url.includes('/sign-up');
        const response = await (mayBeFirstAccount ? locks.exclusive('the first account', call) : call());
        noteAccountEvent(request, response.status, response.headers.get(ACCOUNT_EVENT_HEADER));
        if (response.status === 404 && response.body === null) throw nothingHere();
        return sendResponse(reply, response);
      },
    });
  });
}
