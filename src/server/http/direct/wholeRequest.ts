import type { Socket } from 'node:net';
import type { Incoming } from '../readingDoor';
import { type HeadFields, readFields, targetEnd } from './requestHead';

type Method = 'GET' | 'HEAD' | 'POST';

/** The first four bytes of each method, as a number that begins with the last one. */
const GET = 0x20544547;
const HEAD = 0x44414548;
const POST = 0x54534f50;

const SPACE = 0x20;
const HEAD_END = '\r\n\r\n';

/** The shortest request is longer than this, in bytes. */
const SHORTEST = 16;

/** The method a request begins with; its length tells where the target begins. */
function methodOf(bytes: Buffer): Method | undefined {
  if (bytes.length < SHORTEST) return undefined;
  const word = bytes.readInt32LE(0);
  if (word === GET) return 'GET';
  if (bytes[4] !== SPACE) return undefined;
  if (word === HEAD) return 'HEAD';
  return word === POST ? 'POST' : undefined;
}

const NOTHING: HeadFields = { text: '', headers: {}, raw: [], length: undefined };

/** A request that came over a connection whole and alone: one for all that come over it, which is read anew for each. */
export class WholeRequest implements Incoming {
  method: Method = 'GET';
  url = '';
  /** Those that come later have the same more often than not. */
  fields = NOTHING;
  /** Undefined where it has none. */
  body: Buffer | undefined;

  constructor(readonly socket: Socket) {}

  get headers(): HeadFields['headers'] {
    return this.fields.headers;
  }

  /**
   * Reads what has come.
   *
   * @returns false for anything but one plain request; what was read before does not count then
   */
  read(bytes: Buffer): boolean {
    const method = methodOf(bytes);
    if (method === undefined) return false;
    const start = method.length + 1;
    const end = targetEnd(bytes, start);
    if (end < 0) return false;
    this.method = method;
    this.url = bytes.toString('latin1', start, end);
    return method === 'POST' ? this.#readWithBody(bytes, end) : this.#readHead(bytes, end);
  }

  #readHead(bytes: Buffer, targetAt: number): boolean {
    this.body = undefined;
    return this.#readFields(bytes, targetAt, bytes.length) && this.fields.length === undefined;
  }

  #readWithBody(bytes: Buffer, targetAt: number): boolean {
    const end = bytes.indexOf(HEAD_END, targetAt, 'latin1') + HEAD_END.length;
    if (end < targetAt || !this.#readFields(bytes, targetAt, end)) return false;
    this.body = bytes.subarray(end);
    return this.fields.length === this.body.length;
  }

  #readFields(bytes: Buffer, start: number, end: number): boolean {
    const text = bytes.toString('latin1', start, end);
    if (this.fields.text === text) return true;
    const fields = readFields(text);
    if (fields !== undefined) this.fields = fields;
    return fields !== undefined;
  }
}
