import { isAscii, isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal';

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;
const READ = /^(?:utf-?8|(?:us-)?ascii)$/i;

const HINT =
  'Send it as UTF-8: letters in another encoding would become other ones. Excel saves such a file as “CSV UTF-8”.';

const notUtf8 = () => new Refusal('malformed_request', 'The body is not UTF-8.', { hint: HINT });

/**
 * The text of a body, which is UTF-8 (RFC 8259, section 8.1). Bytes that are none are never replaced: what is written would be
 * something else than what was sent. Plain ASCII is the same in every encoding that a client may name.
 *
 * @param contentType as it came
 * @throws Refusal `unsupported_media_type` for another encoding, `malformed_request` for bytes that are no UTF-8
 */
function textOfBody(body: Buffer, contentType: string | undefined): string {
  if (isAscii(body)) return body.toString('latin1');
  const [, charset = 'utf-8'] = CHARSET.exec(contentType ?? '') ?? [];
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
      text = textOfBody(body, request.headers['content-type']);
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
