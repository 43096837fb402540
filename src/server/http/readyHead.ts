import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { KEEP_ALIVE } from './fastifyOptions';

/** A piece of a body: bytes, or a text of which each character is one byte. */
export type Piece = string | Buffer;

/** Memory that ends with a body, and where that begins. */
export interface Headroom {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** An answer that is ready to be sent. */
export interface ReadyAnswer {
  readonly status: 200 | 201 | 304 | 503;
  /** Its fields, each with its line end, but for those that concern the connection. */
  readonly fields: string;
  /** None for HEAD and 304. */
  readonly pieces: readonly Piece[];
  /** Where the only piece lies, when nobody else has it: its head may be written before it. */
  readonly headroom?: Headroom | undefined;
}

const reasons = { 200: 'OK', 201: 'Created', 304: 'Not Modified', 503: 'Service Unavailable' } as const;

/**
 * What this file relies on: `OutgoingMessage` keeps a head that is put together but not yet sent in `_header`, and sends it
 * with the first bytes of the body. Node has done so since its first versions, and frameworks have come to depend on it, but
 * it is not documented. Putting the head together is most of what `writeHead` costs, a third of a small answer.
 */
interface WithHead {
  _header: string | null;
}

let second = -1;
let connectionFields = '';

/** `Date` and what else Node adds to an answer on a connection that stays; the end of the head. */
function lastFields(now: number): string {
  const current = Math.floor(now / 1000);
  if (current !== second) {
    second = current;
    const date = new Date(now).toUTCString();
    connectionFields = `Date: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE / 1000}\r\n\r\n`;
  }
  return connectionFields;
}

/** The head of an answer, with the empty line behind it. @param now milliseconds since 1970 */
export const headText = (status: ReadyAnswer['status'], fields: string, now: number): string =>
  `HTTP/1.1 ${status} ${reasons[status]}\r\n${fields}${lastFields(now)}`;

/** Sends the pieces from one on, and ends. */
function sendPieces(response: ServerResponse, pieces: readonly Piece[], from: number): void {
  const last = pieces.length - 1;
  for (let at = from; at < last; at += 1) response.write(pieces[at], 'latin1');
  if (last < from) response.end();
  else response.end(pieces[last], 'latin1');
}

/** Sends an answer by way of its ready head; a text that begins the body goes with it. */
export function sendWithHead(response: ServerResponse, { status, fields, pieces }: ReadyAnswer, now: number): void {
  const head = headText(status, fields, now);
  const [first] = pieces;
  const isText = typeof first === 'string';
  response.statusCode = status;
  (response as unknown as WithHead)._header = isText ? head + first : head;
  sendPieces(response, pieces, isText ? 1 : 0);
}

/** Sends the same answer in the documented way. */
export function sendPlainly(response: ServerResponse, { status, fields, pieces }: ReadyAnswer): void {
  const pairs = fields
    .split('\r\n')
    .slice(0, -1)
    .flatMap((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
  response.writeHead(status, pairs);
  sendPieces(response, pieces, 0);
}

/** What an answer looks like on the wire, where `send` sends it to nowhere. */
function sentBy(send: typeof sendWithHead, answer: ReadyAnswer, now: number): string {
  const sent: Buffer[] = [];
  const wire = new Writable({ write: (chunk: Buffer, _encoding, done) => done(void sent.push(chunk)) });
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 });
  const response = new ServerResponse(request);
  response.assignSocket(wire as Socket);
  send(response, answer, now);
  return response.headersSent && response.writableEnded ? Buffer.concat(sent).toString('latin1') : '';
}

const examples: readonly ReadyAnswer[] = [
  { status: 200, fields: 'Content-Length: 4\r\n', pieces: ['\xe9', Buffer.from('bc'), 'd'] },
  { status: 200, fields: 'Content-Length: 2\r\nETag: "1"\r\n', pieces: [Buffer.from('ab')] },
  { status: 304, fields: 'ETag: "1"\r\n', pieces: [] },
];

/** Whether this Node does with a ready head what is relied on, as seen in what comes out. */
export function headsWork(send = sendWithHead): boolean {
  const now = Date.now();
  try {
    return examples.every((answer) => {
      const body = answer.pieces.map((piece) => piece.toString('latin1')).join('');
      const start = `HTTP/1.1 ${answer.status} ${reasons[answer.status]}\r\n`;
      return sentBy(send, answer, now) === start + answer.fields + lastFields(now) + body;
    });
  } catch {
    return false;
  }
}

/** Sends an answer that is ready: the quick way, where it works. @param now milliseconds since 1970 */
export const sendReady: typeof sendWithHead = headsWork() ? sendWithHead : sendPlainly;
