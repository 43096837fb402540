import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '../../../contract/problems';
import { keyPrefixes } from '../../../contract/scopes';
import type { Caller } from '../../access/caller';
import { admit, type Guard } from '../../access/guard';
import { TWO_KEYS } from '../../access/presentedKey';
import { PROBLEM_TYPE } from '../../http/problems';
import { Refusal } from '../../refusal';
import { FormRow } from '../write/bodies';

const STYLE =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}' +
  'body{max-width:36rem;margin:12vh auto;padding:0 1.25rem}' +
  'h1{font-size:1.375rem;font-weight:600;margin:0 0 .5rem}p,ul{margin:0 0 .75rem}';

/** Content Security Policy of these pages: they run, load and send nothing, and cannot be shown in a frame. */
const FORM_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

const paragraph = (text: string | undefined) => (text === undefined ? '' : `<p>${escapeHtml(text)}</p>\n`);

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<h1>${escapeHtml(title)}</h1>
${content}</html>
`;

/** Builds the confirmation page of a form, with a link back to the site of the form, by its `Origin` header. */
function confirmationPage(origin: string | undefined): string {
  const site = origin !== undefined && /^https?:/.test(origin) && URL.canParse(origin) ? new URL(origin) : undefined;
  const back = site && `<p><a href="${escapeHtml(site.origin)}">Back to ${escapeHtml(site.host)}</a></p>\n`;
  return page('Thank you', `${paragraph('What you have sent has arrived.')}${back ?? ''}`);
}

/**
 * Describes the outcome of a form. After a server error, or without a response from Google, it is unknown whether the row was
 * stored.
 */
const outcomeOf = ({ code }: Problem) =>
  code === 'source_unconfirmed' || code === 'internal'
    ? 'Whether it was stored is not known. Sent again, it may be stored twice.'
    : 'Nothing was stored. Go back: what you have typed is still there.';

/** Builds the page that explains why a form was rejected. */
export function problemPage(problem: Problem): string {
  const { title, detail, hint, errors = [] } = problem;
  const details = errors.map((error) => error.detail).filter((text) => text !== detail);
  const list = details.map((text) => `<li>${escapeHtml(text)}</li>`).join('');
  return page(
    title,
    paragraph(detail) + (list && `<ul>${list}</ul>\n`) + paragraph(hint) + paragraph(outcomeOf(problem)),
  );
}

/** Form field with the next page. */
const REDIRECT_FIELD = '_redirect';

const invalidRedirect = (detail: string, hint: string) =>
  new Refusal('invalid_request', detail, { hint, errors: [{ field: REDIRECT_FIELD, detail }] });

/**
 * Validates the next page: a page of the sites that the key is bound to.
 *
 * @param address absolute
 * @returns the normalized address
 * @throws Refusal `invalid_request` for any other address, and if the key is not bound to a site
 */
function checkedRedirect(address: string, { origins }: Pick<Caller, 'origins'>): string {
  if (origins === undefined) {
    throw invalidRedirect(
      'The key of this form is not bound to a site, so no page can follow it.',
      'Make a key that is bound to the site of the form, under Access, or leave _redirect out.',
    );
  }
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && origins.includes(url.origin)) return url.href;
  throw invalidRedirect(
    `“${address.slice(0, 300)}” is not a page of a site that the key of this form is for.`,
    `Write the whole address of a page of ${origins.join(' or ')}.`,
  );
}

/** Form field with the key. */
const KEY_FIELD = '_key';

declare module 'fastify' {
  interface FastifyRequest {
    /** Next page after the form is stored. */
    formRedirect: string | undefined;
  }
}

const secretKey = () =>
  new Refusal('invalid_request', 'A secret key does not belong in a form: whoever sees the page can read it.', {
    hint: 'Revoke this key, and put a publishable one that may only add rows into the form.',
    errors: [{ field: KEY_FIELD, detail: 'This is a secret key.' }],
  });

/** Authenticates the request with the key of its form. @throws Refusal for a secret key, and if the key has no calls left */
async function authenticate(request: FastifyRequest, key: string, guard: Guard) {
  if (key.startsWith(keyPrefixes.secret)) throw secretKey();
  const now = Date.now();
  request.presented = request.presented === undefined ? await guard.keyring.present(key, now) : TWO_KEYS;
  request.originFields = guard.originFieldsOf(request);
  const refusal = await admit(request, guard, now);
  if (refusal !== undefined) throw refusal;
}

/**
 * Returns the hook that takes the fields `_key` and `_redirect` out of a form: it authenticates the request with the key, and notes
 * the next page.
 */
const takeReservedFields = (guard: Guard) => async (request: FastifyRequest) => {
  const { body: form } = request;
  if (!(form instanceof FormRow)) return;
  const fields = new Map(form.fields);
  const key = fields.get(KEY_FIELD)?.trim();
  if (key !== undefined) await authenticate(request, key, guard);
  const redirect = fields.get(REDIRECT_FIELD);
  const caller = request.presented?.key?.caller;
  if (redirect !== undefined && caller !== undefined) request.formRedirect = checkedRedirect(redirect, caller);
  request.body = new FormRow(form.fields.filter(([name]) => name !== KEY_FIELD && name !== REDIRECT_FIELD));
};

/** Returns whether a browser has sent a form and will show the response to its user. */
const isFromPage = ({ method, headers }: FastifyRequest) =>
  method === 'POST' &&
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true &&
  headers.accept?.includes('text/html') === true;

function sendPage(reply: FastifyReply, html: string): string {
  reply.removeHeader('content-length');
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': FORM_PAGE_POLICY,
    'cache-control': 'no-store',
  });
  return html;
}

/** Returns the response to a form in place of JSON. */
async function pageInPlaceOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (reply.statusCode === 201 && request.formRedirect !== undefined) {
    reply.code(303).header('location', request.formRedirect).removeHeader('content-length');
    reply.removeHeader('content-type');
    return '';
  }
  if (!isFromPage(request)) return payload;
  if (reply.statusCode === 201) return sendPage(reply, confirmationPage(request.headers.origin));
  if (reply.getHeader('content-type') !== PROBLEM_TYPE) return payload;
  return sendPage(reply, problemPage(JSON.parse(String(payload)) as Problem));
}

/** Adds the hooks for HTML forms of pages without a script to the routes of `writes`; they respond with a page. */
export function acceptPageForms(writes: FastifyInstance, guard: Guard): void {
  writes.decorateRequest('formRedirect', undefined);
  writes.addHook('preHandler', takeReservedFields(guard));
  writes.addHook('onSend', pageInPlaceOf);
}
