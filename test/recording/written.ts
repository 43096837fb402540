import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Answer, headerOf } from './client';
import type { Names } from './names';

/** Characters of a line of JSON. */
const WIDTH = 120;

/** A body with more characters is told by its length, its hash and its first lines. */
const LARGE = 6_000;
const FIRST_LINES = 12;

/** Headers that say nothing of the answer, or differ from connection to connection. */
const PASSED_OVER = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'];

/** Headers that are the same for a whole area of the product, by the names they have here; told once for each scenario. */
const OF_AREAS =
  /^(access-control-|content-security-policy|cross-origin-|origin-agent|permissions-policy|referrer-policy|strict-transport|x-content-type|x-dns|x-download|x-frame|x-permitted|x-xss|ratelimit|last-modified|x-tabpoint-synced-at)/;

/** JSON of short lines: what fits stands in one. Fields keep their order. */
export function shortJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (line.length + indent.length <= WIDTH || typeof value !== 'object' || value === null) return line;
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    return `[\n${value.map((one) => deeper + shortJson(one, deeper)).join(',\n')}\n${indent}]`;
  }
  const fields = Object.entries(value).map(
    ([name, one]) => `${deeper}${JSON.stringify(name)}: ${shortJson(one, deeper)}`,
  );
  return `{\n${fields.join(',\n')}\n${indent}}`;
}

const sha = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');

/** A long text by its first lines, its length and its hash; those of the text with names in it. */
function shortened(text: string, whole: boolean): string {
  if (text.length <= LARGE || whole) return text;
  const lines = text.split('\n');
  const first = lines.slice(0, FIRST_LINES).map((line) => (line.length > 400 ? `${line.slice(0, 400)}…` : line));
  return [...first, `… ${lines.length} lines, ${text.length} characters, SHA-256 ${sha(text)}`].join('\n');
}

/** The parts of an .xlsx file, which is a zip file, by their names, lengths and hashes. */
function partsOf(body: Buffer, names: Names): string {
  const parts = Object.entries(unzipSync(body)).map(([name, bytes]) => {
    const text = names.inText(Buffer.from(bytes).toString());
    return `${name}: ${text.length} characters, SHA-256 ${sha(text)}\n  ${text.slice(0, 300).replaceAll('\n', ' ')}`;
  });
  return parts.sort().join('\n');
}

const codings: Readonly<Record<string, (body: Buffer) => Buffer>> = { gzip: gunzipSync, br: brotliDecompressSync };

const isText = (type: string) => /^text\/|json|javascript|typescript|xml/.test(type);

/** What a body says, with names in it. */
function textOf(answer: Answer, names: Names): string {
  const type = headerOf(answer, 'content-type') ?? '';
  const body = codings[headerOf(answer, 'content-encoding') ?? '']?.(answer.body) ?? answer.body;
  if (/json/.test(type) && !/ndjson/.test(type)) {
    const text = body.toString();
    const value: unknown = JSON.parse(text);
    // Spaces, or another way to write a number, would be lost by reading it.
    const note =
      JSON.stringify(value) === text ? '' : '\n(has spaces, or writes its values in another way than JSON.stringify)';
    return names.inText(shortJson(names.inJson(value))) + note;
  }
  if (body.subarray(0, 2).toString() === 'PK') return partsOf(body, names);
  if (isText(type)) return names.inText(body.toString()).replaceAll('\r', '␍');
  return `(${body.length} bytes, SHA-256 ${sha(body)})`;
}

const headerRules: Readonly<Record<string, (value: string, names: Names) => string>> = {
  etag: (value, names) => value.replace(/"[^"]*"/, (tag) => names.known('etag', tag)),
  ratelimit: (value) => value.replace(/r=\d+;t=\d+/, 'r=<left>;t=<seconds>'),
  // Encoded, a key in it could not be told.
  authorization: (value) => value.replace(/^Basic (\S+)$/, (_all, text: string) => `Basic (${atob(text)})`),
  'retry-after': () => '<seconds>',
  'x-ratelimit-remaining': () => '<left>',
  'x-ratelimit-reset': () => '<seconds>',
  cookie: (value, names) => value.replace(/=([^;]+)/g, (_all, text: string) => `=${names.of('cookie', text)}`),
  'x-tabpoint-synced-at': () => '<time>',
  'set-cookie': (value, names) =>
    value.replace(/^([^=]+)=([^;]+)/, (_all, name: string, text: string) => `${name}=${names.of('cookie', text)}`),
};

/** A header as it is recorded. */
export const headerLine = (name: string, value: string, names: Names): string =>
  `${name}: ${names.inText(headerRules[name.toLowerCase()]?.(value, names) ?? value)}`;

/** An answer as it is recorded. */
export interface WrittenAnswer {
  /** Status, headers and body. */
  readonly text: string;
  /** The body, however long it is. */
  readonly body: string;
}

/**
 * Writes an answer down.
 *
 * @param areas headers of areas, by their text, and the name of each; a new one is added
 * @param whole whether a body is written down however long it is
 */
export function writtenAnswer(answer: Answer, names: Names, areas: Map<string, string>, whole: boolean): WrittenAnswer {
  const kept = answer.headers.filter(([name]) => !PASSED_OVER.includes(name));
  const lines = (isOfArea: boolean) =>
    kept.filter(([name]) => OF_AREAS.test(name) === isOfArea).map(([name, value]) => headerLine(name, value, names));
  const ofArea = lines(true).sort().join('\n');
  const area = `headers ${sha(ofArea).slice(0, 4)}`;
  if (ofArea !== '') areas.set(ofArea, area);
  const body = answer.body.length === 0 ? '' : textOf(answer, names);
  const parts = [String(answer.status) + (ofArea === '' ? '' : ` (with ${area})`), ...lines(false).sort()];
  return { text: [...parts, ...(body === '' ? [] : [shortened(body, whole)])].join('\n'), body };
}
