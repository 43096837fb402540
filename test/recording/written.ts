import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Answer, headerOf } from './client';
import type { Names } from './names';

/** Maximum characters of a line of JSON. */
const WIDTH = 120;

/** Maximum characters of a body; longer ones are recorded by their length, hash and first lines. */
const MAX_BODY = 6_000;
const FIRST_LINES = 12;

/** Headers that say nothing about the response, or differ from connection to connection. */
const PASSED_OVER = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'];

/** Headers that are the same for a whole area of the product, by their names here; recorded once for each scenario. */
const OF_AREAS =
  /^(access-control-|content-security-policy|cross-origin-|origin-agent|permissions-policy|referrer-policy|strict-transport|x-content-type|x-dns|x-download|x-frame|x-permitted|x-xss|ratelimit|last-modified|x-tabpoint-synced-at)/;

/** Formats JSON with short lines: what fits is on one. Fields keep their order. */
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

/** Describes a long text by its first lines, its length and its hash, with placeholders in it. */
function shortened(text: string, whole: boolean): string {
  if (text.length <= MAX_BODY || whole) return text;
  const lines = text.split('\n');
  const first = lines.slice(0, FIRST_LINES).map((line) => (line.length > 400 ? `${line.slice(0, 400)}…` : line));
  return [...first, `… ${lines.length} lines, ${text.length} characters, SHA-256 ${sha(text)}`].join('\n');
}

/** Describes the parts of an .xlsx file, which is a zip file, by their names, lengths and hashes. */
function partsOf(body: Buffer, names: Names): string {
  const parts = Object.entries(unzipSync(body)).map(([name, bytes]) => {
    const text = names.inText(Buffer.from(bytes).toString());
    return `${name}: ${text.length} characters, SHA-256 ${sha(text)}\n  ${text.slice(0, 300).replaceAll('\n', ' ')}`;
  });
  return parts.sort().join('\n');
}

const codings: Readonly<Record<string, (body: Buffer) => Buffer>> = { gzip: gunzipSync, br: brotliDecompressSync };

const isText = (type: string) => /^text\/|json|javascript|typescript|xml/.test(type);

/** Returns a body with placeholders in it. */
function textOf(answer: Answer, names: Names): string {
  const type = headerOf(answer, 'content-type') ?? '';
  const body = codings[headerOf(answer, 'content-encoding') ?? '']?.(answer.body) ?? answer.body;
  if (/json/.test(type) && !/ndjson/.test(type)) {
    const text = body.toString();
    const value: unknown = JSON.parse(text);
    // Parsing would lose spaces, or another notation of a number.
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
  // In an encoded text a key could not be recognised.
  authorization: (value) => value.replace(/^Basic (\S+)$/, (_all, text: string) => `Basic (${atob(text)})`),
  'retry-after': () => '<seconds>',
  'x-ratelimit-remaining': () => '<left>',
  'x-ratelimit-reset': () => '<seconds>',
  cookie: (value, names) => value.replace(/=([^;]+)/g, (_all, text: string) => `=${names.of('cookie', text)}`),
  'x-tabpoint-revision': (value, names) => value.replace(/^\d{6,}$/, (raised) => names.of('raised revision', raised)),
  'x-tabpoint-synced-at': () => '<time>',
  'set-cookie': (value, names) =>
    value.replace(/^([^=]+)=([^;]+)/, (_all, name: string, text: string) => `${name}=${names.of('cookie', text)}`),
};

/** Formats a header for the recording. */
export const headerLine = (name: string, value: string, names: Names): string =>
  `${name}: ${names.inText(headerRules[name.toLowerCase()]?.(value, names) ?? value)}`;

/** A recorded response. */
export interface WrittenAnswer {
  /** Status, headers and body. */
  readonly text: string;
  /** Complete body. */
  readonly body: string;
}

/**
 * Records a response.
 *
 * @param areas names of headers of areas, by their text; new ones are added
 * @param whole whether a body is recorded completely, whatever its length
 */
export function writtenAnswer(answer: Answer, names: Names, areas: Map<string, string>, whole: boolean): WrittenAnswer {
  const recorded = answer.headers.filter(([name]) => !PASSED_OVER.includes(name));
  const lines = (isOfArea: boolean) =>
    recorded
      .filter(([name]) => OF_AREAS.test(name) === isOfArea)
      .map(([name, value]) => headerLine(name, value, names));
  const ofArea = lines(true).sort().join('\n');
  const area = `headers ${sha(ofArea).slice(0, 4)}`;
  if (ofArea !== '') areas.set(ofArea, area);
  const body = answer.body.length === 0 ? '' : textOf(answer, names);
  const parts = [String(answer.status) + (ofArea === '' ? '' : ` (with ${area})`), ...lines(false).sort()];
  return { text: [...parts, ...(body === '' ? [] : [shortened(body, whole)])].join('\n'), body };
}
