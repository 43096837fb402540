import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '../../../contract/problems';
import { keyPrefixes } from '../../../contract/scopes';
import { admit, type Guard, headersFor, soughtKey } from '../../access/guard';
import { CLASH, lookUp, type Presented } from '../../access/presentedKey';
import { PROBLEM_TYPE } from '../../problems';
import { Refusal } from '../../refusal';
import { FormRow } from '../write/givenRows';
import { FORM_PAGE_POLICY, problemPage, thanksPage } from './formPages';
import { REDIRECT_FIELD, redirectTo } from './redirects';

/** The field of a form that holds the key. */
const KEY_FIELD = '_key';

declare module 'fastify' {
  interface FastifyRequest {
    /** The page that follows when the form of a page has been taken. */
    formRedirect: string | undefined;
  }
}

function refuseSecret(key: string) {
  if (!key.startsWith(keyPrefixes.secret)) return;
  throw new Refusal('invalid_request', 'A secret key does not belong in a form: whoever sees the page can read it.', {
    hint: 'Revoke this key, and put a publishable one that may only add rows into the form.',
    errors: [{ field: KEY_FIELD, detail: 'This is a secret key.' }],
  });
}

async function presentedIn(form: FormRow, request: FastifyRequest, guard: Guard, now: number) {
  const key = form.field(KEY_FIELD)?.trim();
  if (key === undefined) return undefined;
  refuseSecret(key);
  if (request.presented !== undefined) return CLASH;
  return soughtKey(guard, key, lookUp(guard.keyring, key, now), now);
}

/** From here on the request is that of a key. @throws Refusal where the key has no call left */
function present(presented: Presented, request: FastifyRequest, reply: FastifyReply, guard: Guard, now: number) {
  request.presented = presented;
  reply.removeHeader('access-control-allow-origin');
  reply.headers(headersFor(request));
  const refusal = admit(request, reply, guard, now);
  if (refusal !== undefined) throw refusal;
}

const addFields = (guard: Guard) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { body: form } = request;
  if (!(form instanceof FormRow)) return;
  const now = Date.now();
  const presented = await presentedIn(form, request, guard, now);
  if (presented !== undefined) present(presented, request, reply, guard, now);
  const redirect = form.field(REDIRECT_FIELD);
  const caller = request.presented?.key?.caller;
  if (redirect !== undefined && caller !== undefined) request.formRedirect = redirectTo(redirect, caller);
  request.body = form.without([KEY_FIELD, REDIRECT_FIELD]);
};

/** Whether a browser has sent a form and shows its visitor what comes back. */
const isFromPage = ({ method, headers }: FastifyRequest) =>
  method === 'POST' &&
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true &&
  headers.accept?.includes('text/html') === true;

function sendPage(reply: FastifyReply, html: string): string {
  reply.removeHeader('content-length');
  reply.headers({
    ...{ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': FORM_PAGE_POLICY },
    'cache-control': 'no-store',
  });
  return html;
}

/** What is sent in place of JSON where a page has sent a form. */
async function pageFor(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (reply.statusCode === 201 && request.formRedirect !== undefined) {
    reply.code(303).header('location', request.formRedirect).removeHeader('content-length');
    reply.removeHeader('content-type');
    return '';
  }
  if (!isFromPage(request)) return payload;
  if (reply.statusCode === 201) return sendPage(reply, thanksPage(request.headers.origin));
  if (reply.getHeader('content-type') !== PROBLEM_TYPE) return payload;
  return sendPage(reply, problemPage(JSON.parse(String(payload)) as Problem));
}

/** Takes forms of pages that have no script on the addresses of `writes`, and answers them with a page. */
export function takePageForms(writes: FastifyInstance, guard: Guard): void {
  writes.decorateRequest('formRedirect', undefined);
  writes.addHook('preHandler', addFields(guard));
  writes.addHook('onSend', pageFor);
}
