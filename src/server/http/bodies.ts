import { isAscii, isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Refusal } from '../refusal';
import { answerBrokenRequest } from './fastifyOptions';
import { DEEPEST, nestedTooDeep } from './jsonText';

/**
 * Which bodies are read: JSON only, and exactly as its schema says (nothing is converted or left out; parts of the address, which
 * are always text, are converted). No body at all is fine for calls that need none, also
 * when the caller puts `Content-Type: application/json` on every call.
 */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  readJsonBodies(app);
  takeAnyTypeOfNothing(app);
}

/** A body of no bytes, which clients may give a type all the same. */
const isWithoutBody = ({ 'transfer-encoding': coding, 'content-length': length = '0' }: IncomingHttpHeaders) =>
  coding === undefined && length === '0';

const forgetType: onRequestHookHandler = ({ headers }, _reply, done) => {
  if (isWithoutBody(headers)) delete headers['content-type'];
  done();
};

/** Lets `DELETE` without a body pass with any `Content-Type`: many programs put the same one on each of their calls. */
function takeAnyTypeOfNothing(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    if (![route.method].flat().includes('DELETE')) return;
    route.onRequest = [forgetType, route.onRequest ?? []].flat();
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
  new Refusal(
    'malformed_request',
    'The body gives something the name “__proto__”, or “constructor” with a “prototype”.',
    {
      hint: 'Leave it out: nothing here has such a name.',
    },
  );

const tooDeep = () =>
  new Refusal('malformed_request', `The body holds more than ${DEEPEST} objects or lists in each other.`);

/**
 * Reads JSON in a scope whose parsers were removed. Names that would change objects instead of being held by them are refused.
 *
 * @param readAgain makes of a body, and of what JSON says that it is, what handlers get
 */
export function readJsonBodies(scope: FastifyInstance, readAgain = (_json: string, value: unknown) => value): void {
  const readJson = scope.getDefaultJsonParser('error', 'error');
  addTextBodies(scope, 'application/json', {}, (body, request, done) => {
    if (body === '') return done(null, undefined);
    if (nestedTooDeep(body)) return done(tooDeep());
    return void readJson(request, body, (error, value) => {
      if (error === null) done(null, readAgain(body, value));
      else if (isJson(body)) done(poisoned());
      else done(error);
    });
  });
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;
const READ = /^(?:utf-?8|(?:us-)?ascii)$/i;

const HINT =
  'Send it as UTF-8: letters in another encoding would become other ones. Excel saves such a file as “CSV UTF-8”.';

/** `Accept-Encoding` says what would be read (RFC 9110, section 15.5.16). */
const compressed = (coding: string) =>
  new Refusal('unsupported_media_type', `The body is compressed (${coding}), and bodies are read as they are.`, {
    hint: 'Send it without Content-Encoding. Answers are compressed where Accept-Encoding asks for it.',
    headers: { 'Accept-Encoding': 'identity' },
  });

const notUtf8 = () => new Refusal('malformed_request', 'The body is not UTF-8.', { hint: HINT });

/**
 * The text of a body, which is UTF-8 (RFC 8259, section 8.1). Bytes that are none are never replaced: what is written would be
 * something else than what was sent. Plain ASCII is the same in every encoding that a client may name.
 *
 * @throws Refusal `unsupported_media_type` for another encoding or a compressed body, `malformed_request` for bytes that are no UTF-8
 */
function textOfBody(body: Buffer, headers: IncomingHttpHeaders): string {
  const coding = headers['content-encoding'] ?? 'identity';
  if (coding.trim().toLowerCase() !== 'identity') throw compressed(coding);
  if (isAscii(body)) return body.toString('latin1');
  const [, charset = 'utf-8'] = CHARSET.exec(headers['content-type'] ?? '') ?? [];
  if (!READ.test(charset)) {
    throw new Refusal('unsupported_media_type', `The body is written in ${charset}, and UTF-8 is read.`, {
      hint: HINT,
    });
  }
  if (!isUtf8(body)) throw notUtf8();
  return body.toString('utf8');
}

type Done = (error: Error | null, body?: unknown) => void;

/**
 * Lets addresses of `scope` read bodies of a type that are text.
 *
 * @param read makes of the text what handlers get
 */
export function addTextBodies(
  scope: FastifyInstance,
  type: string,
  options: { readonly bodyLimit?: number },
  read: (text: string, request: FastifyRequest, done: Done) => void,
): void {
  scope.addContentTypeParser<Buffer>(type, { ...options, parseAs: 'buffer' }, (request, body, done) => {
    let text: string;
    try {
      text = textOfBody(body, request.headers);
    } catch (error) {
      return done(error as Error);
    }
    return read(text, request, done);
  });
}

/** A character that stands for bytes that are no UTF-8, and the ways to send that very character. */
const REPLACEMENT = '\ufffd';
const SENT_REPLACEMENT = /%EF%BF%BD|\ufffd/gi;

/**
 * What a form holds, decoded.
 *
 * @throws Refusal `malformed_request` where percent signs stand for bytes that are no UTF-8
 */
export function fieldsOfForm(text: string): [name: string, value: string][] {
  const fields = [...new URLSearchParams(text)];
  const isDoubtful = fields.some((field) => field.join('').includes(REPLACEMENT));
  if (isDoubtful && new URLSearchParams(text.replace(SENT_REPLACEMENT, '-')).toString().includes('%EF%BF%BD')) {
    throw notUtf8();
  }
  return fields;
}

/** Milliseconds in which a body has to arrive, and an upload to bring at least so many bytes more. */
const MINUTE = 60_000;
const BYTES_A_MINUTE = 64 * 1024;

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isUpload = ({ routeOptions }: FastifyRequest) => routeOptions.config.readsUpload === true;

/** Ends a connection whose request does not arrive, with 408 where no other answer comes before it on the connection. */
function cut({ raw }: FastifyRequest, isFirst: boolean) {
  const late = Object.assign(new Error('the body did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  if (isFirst) answerBrokenRequest(late, raw.socket);
  raw.socket.destroySoon();
}

/** Looks every so often whether a body arrives, until all of it has. */
function watchBody(request: FastifyRequest, reply: FastifyReply, milliseconds: number) {
  const { raw } = request;
  let before = raw.socket.bytesRead;
  const look = () => {
    const { bytesRead } = raw.socket;
    const isMoving = isUpload(request) && bytesRead - before >= BYTES_A_MINUTE;
    before = bytesRead;
    if (raw.complete || raw.destroyed) clearInterval(timer);
    else if (!isMoving) cut(request, reply.raw.socket !== null && !reply.raw.headersSent);
  };
  const timer = setInterval(look, milliseconds).unref();
  const stop = () => clearInterval(timer);
  raw.once('end', stop).once('close', stop);
}

/**
 * Cuts connections whose requests do not arrive: a body has a minute, and an upload, which may take longer, has to bring at least
 * 64 KiB a minute.
 *
 * @param milliseconds the minute, other than usual
 */
export function requireBodiesInTime(app: FastifyInstance, milliseconds = MINUTE): void {
  app.addHook('onRequest', (request, reply, done) => {
    // A request that is injected has no connection to cut.
    if (hasBody(request) && request.raw.socket instanceof Socket) watchBody(request, reply, milliseconds);
    done();
  });
}
