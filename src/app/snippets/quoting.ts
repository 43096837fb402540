import type { SnippetRequest } from './snippetRequest';

/** Halves of surrogate pairs are no characters: no language can write them, and no request can carry them. */
export const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd');

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** A query as it stands in an address, without its `?`: ASCII, and nothing that a shell or a quotation could mistake. */
export const queryText = (query: SnippetRequest['query']) =>
  query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');

/** The whole address, with its query. */
export const addressOf = ({ origin, path, query }: SnippetRequest) =>
  origin + path + (query.length === 0 ? '' : `?${queryText(query)}`);

/** The headers of the call, in the order in which snippets list them. */
export const headersOf = ({ key, body }: SnippetRequest): readonly (readonly [string, string])[] => [
  ...(key === undefined ? [] : [['Authorization', `Bearer ${key}`] as const]),
  ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
];

/** What turns the direction of writing: unescaped, it would show the code after it the other way round. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

const escaped = (mark: string) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text in double quotes, as JSON, JavaScript, TypeScript and Python read it. */
export const quoted = (text: string) =>
  JSON.stringify(text)
    .replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escaped)
    .replace(TURNING, escaped);

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const SURROGATE = /\p{Surrogate}/u;

/** Whether every language can write it as it is: numbers no double holds and halves of surrogate pairs none can. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number')
    return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  if (typeof value === 'string') return !SURROGATE.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, each]) => isExact(name) && isExact(each));
}

/** A body as its value; undefined while it is no JSON, and where something in it could not be written back as it was. */
export function jsonOf(body: string): Json | undefined {
  try {
    const value = JSON.parse(body) as Json;
    return isExact(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A body as it was typed; in JSON, what would turn the code round is written as escapes. */
export const readable = (body: string) => (jsonOf(body) === undefined ? body : body.replace(TURNING, escaped));

/** How a language writes a value that is made of others. */
export interface LiteralStyle {
  readonly indent: string;
  readonly scalar: (value: string | number | boolean | null) => string;
  readonly list: readonly [open: string, close: string];
  readonly record: readonly [open: string, close: string];
  readonly entry: (name: string, value: string) => string;
}

/** A value as a literal, each part of it on a line of its own. */
export function literalOf(value: Json, style: LiteralStyle, depth = 0): string {
  if (typeof value !== 'object' || value === null) return style.scalar(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? style.list : style.record;
  const parts = isList
    ? (value as readonly Json[]).map((each) => literalOf(each, style, depth + 1))
    : Object.entries(value).map(([name, each]) => style.entry(name, literalOf(each, style, depth + 1)));
  if (parts.length === 0) return open + close;
  const inner = style.indent.repeat(depth + 1);
  return `${open}\n${parts.map((part) => `${inner}${part},`).join('\n')}\n${style.indent.repeat(depth)}${close}`;
}

/** Lines, each moved in by some steps; the first is left where it is. */
export const movedIn = (text: string, indent: string) => text.replaceAll('\n', `\n${indent}`);
