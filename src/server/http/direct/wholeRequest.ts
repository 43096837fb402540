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

  /** The head of the last request as it came, where its target came before. */
  #known: Buffer | undefined;

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
    const head = this.#known;
    const isKnown = head !== undefined && bytes.length >= head.length && head.compare(bytes, 0, head.length) === 0;
    return isKnown ? this.#readRest(bytes, head.length) : this.#readAnew(bytes);
  }

  #readAnew(bytes: Buffer): boolean {
    const method = methodOf(bytes);
    if (method === undefined) return false;
    const start = method.length + 1;
    const targetAt = targetEnd(bytes, start);
    if (targetAt < 0) return false;
    const end = method === 'POST' ? bytes.indexOf(HEAD_END, targetAt, 'latin1') + HEAD_END.length : bytes.length;
    if (end < targetAt) return false;
    const before = this.url;
    this.#known = undefined;
    this.method = method;
    this.url = bytes.toString('latin1', start, targetAt);
    if (!this.#readFields(bytes, targetAt, end)) return false;
    // Many ask for something else each time: to keep what they send would be in vain.
    if (this.url === before) this.#known = Buffer.from(bytes.subarray(0, end));
    return this.#readRest(bytes, end);
  }

  #readRest(bytes: Buffer, end: number): boolean {
    const { length } = this.fields;
    this.body = this.method === 'POST' ? bytes.subarray(end) : undefined;
    return this.body === undefined ? length === undefined && bytes.length === end : length === this.body.length;
  }

  #readFields(bytes: Buffer, start: number, end: number): boolean {
    const text = bytes.toString('latin1', start, end);
    if (this.fields.text === text) return true;
    const fields = readFields(text);
    if (fields !== undefined) this.fields = fields;
    return fields !== undefined;
  }
}
