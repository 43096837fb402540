import type { IncomingHttpHeaders } from 'node:http';
import { namesOneHost } from '../hostHeader';

/** What stands behind the target of a request, up to the end of its head. Requests of one client hardly differ in it. */
export interface HeadFields {
  /** As it came. */
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn. */
  readonly raw: readonly string[];
  /** Bytes of the body that follows, as `Content-Length` says; undefined where nothing is said of one. */
  readonly length: number | undefined;
}

/** Longer heads, in bytes, and such with more fields, are left to Node, which has limits for them. */
const LONGEST = 8 * 1024;
const FIELDS_MOST = 64;

const BEGINNING = ' HTTP/1.1\r\n';
const END = '\r\n\r\n';

const SPACE = 0x20;
const DELETE = 0x7f;

/**
 * Where the target of a request ends that begins at a byte.
 *
 * @returns -1 where it is not followed by a space, or holds anything but visible ASCII
 */
export function targetEnd(bytes: Uint8Array, start: number): number {
  if (bytes.length > LONGEST) return -1;
  let at = start;
  let byte = 0;
  while (at < bytes.length && (byte = bytes[at]!) > SPACE && byte < DELETE) at += 1;
  return byte === SPACE ? at : -1;
}

/** RFC 9110, sections 5.6.2 and 5.5. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** A number of bytes that no head could be followed by is left to Node too (RFC 9110, section 8.6). */
const LENGTH = /^\d{1,9}$/;

/** With any of these a request is more than its head, or its connection is about to change. */
const UNUSUAL: ReadonlySet<string> = new Set(['transfer-encoding', 'expect', 'upgrade', 'trailer', '__proto__']);

const isBlank = (text: string, at: number) => text[at] === ' ' || text[at] === '\t';

/** A value without the blanks around it. */
function trimmed(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isBlank(text, from)) from += 1;
  while (to > from && isBlank(text, to - 1)) to -= 1;
  return text.slice(from, to);
}

/** @returns whether the field is one of those that are the same to everybody who reads them */
function addField(line: string, headers: Record<string, string>, raw: string[]): boolean {
  const colon = line.indexOf(':');
  const name = line.slice(0, colon);
  const value = trimmed(line.slice(colon + 1));
  const key = name.toLowerCase();
  if (colon <= 0 || !NAME.test(name) || !VALUE.test(value) || UNUSUAL.has(key) || key in headers) return false;
  if (key === 'connection' && value.toLowerCase() !== 'keep-alive') return false;
  if (key === 'content-length' && !LENGTH.test(value)) return false;
  headers[key] = value;
  raw.push(name, value);
  return true;
}

/**
 * Reads what stands behind a target. Whatever could be read in two ways, or means more than that somebody wants an answer, is
 * left to Node: fields that come twice, lines that are folded, a body without a length, a second request behind the first.
 *
 * @param text from the space behind the target on
 * @returns undefined for what is left to Node
 */
export function readFields(text: string): HeadFields | undefined {
  if (!text.startsWith(BEGINNING) || text.indexOf(END) !== text.length - END.length) return undefined;
  const lines = text.slice(BEGINNING.length, -END.length).split('\r\n');
  if (lines.length > FIELDS_MOST) return undefined;
  const headers: Record<string, string> = {};
  const raw: string[] = [];
  if (!lines.every((line) => addField(line, headers, raw))) return undefined;
  if (!namesOneHost(headers)) return undefined;
  const { 'content-length': length } = headers;
  return { text, headers, raw, length: length === undefined ? undefined : Number(length) };
}
