import type { SnippetRequest } from './snippetRequest';

/** Replaces lone surrogates, which are no characters and cannot be sent. */
export const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd');

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** Encodes a query without its `?`: ASCII without characters that are special in a shell or a quoted text. */
export const queryText = (query: SnippetRequest['query']) =>
  query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');

/** Returns the whole URL with its query. */
export const addressOf = ({ origin, path, query }: SnippetRequest) =>
  origin + path + (query.length === 0 ? '' : `?${queryText(query)}`);

/** Returns the headers of the request, in the order of the snippets. */
export const headersOf = ({ key, body }: SnippetRequest): readonly (readonly [string, string])[] => [
  ...(key === undefined ? [] : [['Authorization', `Bearer ${key}`] as const]),
  ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
];

/** Unicode controls that change the text direction: unescaped, they would reverse the code after them on the screen. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

const escaped = (mark: string) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Quotes a text in double quotes for JSON, JavaScript, TypeScript and Python. */
export const quoted = (text: string) =>
  JSON.stringify(text)
    .replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escaped)
    .replace(DIRECTION_CONTROLS, escaped);

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const SURROGATE = /\p{Surrogate}/u;

/** Whether every language can represent a value exactly: no numbers beyond doubles, and no lone surrogates. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number')
    return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  if (typeof value === 'string') return !SURROGATE.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, entry]) => isExact(name) && isExact(entry));
}

/** Parses a body; undefined if it is no JSON or cannot be represented exactly. */
export function parseBody(body: string): Json | undefined {
  try {
    const value = JSON.parse(body) as Json;
    return isExact(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the body as typed; in JSON, controls of the text direction are escaped. */
export const readable = (body: string) =>
  parseBody(body) === undefined ? body : body.replace(DIRECTION_CONTROLS, escaped);

/** Syntax of a language for literals of lists and records. */
export interface LiteralStyle {
  readonly indent: string;
  readonly scalar: (value: string | number | boolean | null) => string;
  readonly list: readonly [open: string, close: string];
  readonly record: readonly [open: string, close: string];
  readonly entry: (name: string, value: string) => string;
}

/** Returns a value as a literal, with one line per entry. */
export function toLiteral(value: Json, style: LiteralStyle, depth = 0): string {
  if (typeof value !== 'object' || value === null) return style.scalar(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? style.list : style.record;
  const entries = Object.entries(value as Record<string, Json>).map(([name, entry]) => {
    const literal = toLiteral(entry, style, depth + 1);
    return isList ? literal : style.entry(name, literal);
  });
  if (entries.length === 0) return open + close;
  const outer = style.indent.repeat(depth);
  const lines = entries.map((entry) => `${outer}${style.indent}${entry},`);
  return [open, ...lines, outer + close].join('\n');
}

/** Indents all lines of a text but the first. */
export const indentLines = (text: string, indent: string) => text.replaceAll('\n', `\n${indent}`);
