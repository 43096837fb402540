import { isAscii, isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Refusal } from '../refusal';
import { answerBrokenRequest } from './brokenRequests';
import { MAX_NESTING, nestedTooDeep } from './jsonText';

/**
 * Registers the body parsers: JSON only, validated exactly against its schema, without conversions or removed fields (parts of
 * the URL, always text, are converted). Calls that need no body may have none, even with `Content-Type: application/json`, which
 * some callers put on every call.
 */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  readJsonBodies(app);
  allowAnyTypeWithoutBody(app);
}

/** Returns whether a request has a body. One without may still give it a type. */
const hasBody = ({ 'transfer-encoding': coding, 'content-length': length = '0' }: IncomingHttpHeaders) =>
  coding !== undefined || length !== '0';

const removeContentType: onRequestHookHandler = ({ headers }, _reply, done) => {
  if (!hasBody(headers)) delete headers['content-type'];
  done();
};

/** Accepts `DELETE` without a body with any `Content-Type`: many programs send the same one with each call. */
function allowAnyTypeWithoutBody(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    if (![route.method].flat().includes('DELETE')) return;
    route.onRequest = [removeContentType, route.onRequest ?? []].flat();
  });
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const poisoned = () =>
  new Refusal('malformed_request', 'The body has a field called “__proto__”, or a “constructor” with a “prototype”.', {
    hint: 'Leave it out: nothing here has such a name.',
  });

const tooDeep = () =>
  new Refusal('malformed_request', `The body holds more than ${MAX_NESTING} objects or lists in each other.`);

/**
 * Adds the JSON parser to a scope whose parsers were removed. It rejects names that would change prototypes (`__proto__`).
 *
 * @param convert converts the JSON text and its parsed value to the handlers' body
 */
export function readJsonBodies(scope: FastifyInstance, convert = (_json: string, value: unknown) => value): void {
  const readJson = scope.getDefaultJsonParser('error', 'error');
  addTextBodies(scope, 'application/json', {}, (body, request) => {
    if (body === '') return undefined;
    if (nestedTooDeep(body)) throw tooDeep();
    let result: { readonly error: Error | null; readonly value?: unknown } = { error: null };
    void readJson(request, body, (error, value: unknown) => (result = { error, value }));
    if (result.error !== null) throw isJson(body) ? poisoned() : result.error;
    return convert(body, result.value);
  });
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;
const SUPPORTED_CHARSET = /^(?:utf-?8|(?:us-)?ascii)$/i;

const HINT =
  'Send it as UTF-8: letters in another encoding would become other ones. Excel saves such a file as “CSV UTF-8”.';

/** Refusal of a compressed body. `Accept-Encoding` names the supported coding (RFC 9110, section 15.5.16). */
const compressed = (coding: string) =>
  new Refusal('unsupported_media_type', `The body is compressed (${coding}). Compressed bodies are not accepted.`, {
    hint: 'Send it without Content-Encoding. Answers are compressed where Accept-Encoding asks for it.',
    headers: { 'Accept-Encoding': 'identity' },
  });

const notUtf8 = () => new Refusal('malformed_request', 'The body is not UTF-8.', { hint: HINT });

/**
 * Decodes a body as UTF-8 (RFC 8259, section 8.1). Invalid bytes are rejected, never replaced: the stored text would differ from
 * the sent one. Plain ASCII is the same in every encoding a client may name.
 *
 * @throws Refusal `unsupported_media_type` for another encoding or a compressed body, `malformed_request` for invalid UTF-8
 */
function textOfBody(body: Buffer, headers: IncomingHttpHeaders): string {
  const coding = headers['content-encoding'] ?? 'identity';
  if (coding.trim().toLowerCase() !== 'identity') throw compressed(coding);
  if (isAscii(body)) return body.toString('latin1');
  const [, charset = 'utf-8'] = CHARSET.exec(headers['content-type'] ?? '') ?? [];
  if (!SUPPORTED_CHARSET.test(charset)) {
    throw new Refusal('unsupported_media_type', `The body is written in ${charset}, but has to be UTF-8.`, {
      hint: HINT,
    });
  }
  if (!isUtf8(body)) throw notUtf8();
  return body.toString('utf8');
}

/**
 * Adds a parser of text bodies of a type to a scope.
 *
 * @param read parses the text to the handlers' body; throws the error of an invalid one
 */
export function addTextBodies(
  scope: FastifyInstance,
  type: string,
  options: { readonly bodyLimit?: number },
  read: (text: string, request: FastifyRequest) => unknown,
): void {
  scope.addContentTypeParser<Buffer>(type, { ...options, parseAs: 'buffer' }, (request, body, done) => {
    let content: unknown;
    try {
      content = read(textOfBody(body, request.headers), request);
    } catch (error) {
      return done(error as Error);
    }
    return done(null, content);
  });
}

/** Character that replaces invalid UTF-8, and the ways a client may send that very character. */
const REPLACEMENT = '\ufffd';
const SENT_REPLACEMENT = /%EF%BF%BD|\ufffd/gi;

/**
 * Parses a form.
 *
 * @throws Refusal `malformed_request` if percent-encoded bytes are no valid UTF-8
 */
export function fieldsOfForm(text: string): [name: string, value: string][] {
  const fields = [...new URLSearchParams(text)];
  const isDoubtful = fields.some((field) => field.join('').includes(REPLACEMENT));
  if (isDoubtful && new URLSearchParams(text.replace(SENT_REPLACEMENT, '-')).toString().includes('%EF%BF%BD')) {
    throw notUtf8();
  }
  return fields;
}

/** Time in which a body has to arrive; an upload has to bring a minimum of bytes in each such time. */
const BODY_TIMEOUT_MS = 60_000;
const MIN_UPLOAD_BYTES = 64 * 1024;

const isUpload = ({ routeOptions }: FastifyRequest) => routeOptions.config.readsUpload === true;

/** Cuts the connection of a stalled request, with a 408 if no other response is pending before it on the connection. */
function cutConnection({ raw }: FastifyRequest, isFirst: boolean) {
  const late = Object.assign(new Error('the body did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  if (isFirst) answerBrokenRequest(late, raw.socket);
  raw.socket.destroySoon();
}

/** Checks the progress of a body periodically until it has arrived. */
function watchBody(request: FastifyRequest, reply: FastifyReply, milliseconds: number) {
  const { raw } = request;
  let before = raw.socket.bytesRead;
  const check = () => {
    const { bytesRead } = raw.socket;
    const isMoving = isUpload(request) && bytesRead - before >= MIN_UPLOAD_BYTES;
    before = bytesRead;
    if (raw.complete || raw.destroyed) clearInterval(timer);
    else if (!isMoving) cutConnection(request, reply.raw.socket !== null && !reply.raw.headersSent);
  };
  const timer = setInterval(check, milliseconds).unref();
  const stop = () => clearInterval(timer);
  raw.once('end', stop).once('close', stop);
}

/**
 * Cuts connections whose requests do not arrive: a body has a minute; an upload, which may take longer, has to bring at least 64
 * KiB a minute.
 *
 * @param milliseconds length of the minute
 */
export function requireBodiesInTime(app: FastifyInstance, milliseconds = BODY_TIMEOUT_MS): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Injected requests have no connection to cut.
    if (hasBody(request.headers) && request.raw.socket instanceof Socket) watchBody(request, reply, milliseconds);
    done();
  });
}
