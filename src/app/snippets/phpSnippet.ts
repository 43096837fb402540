import { addressOf, headersOf, parseBody, type LiteralStyle, toLiteral, indentLines } from './quoting';
import type { SnippetRequest } from './snippetRequest';

/** Control characters, including those that change the text direction and would reverse the code after them on the screen. */
const CONTROL = /[\p{Cc}\u2028\u2029\ufeff\u202a-\u202e\u2066-\u2069]/u;
const CONTROLS = new RegExp(CONTROL, 'gu');

const escaped = (text: string) =>
  text
    .replace(/[\\"$]/g, '\\$&')
    .replace(CONTROLS, (mark) => `\\u{${mark.codePointAt(0)?.toString(16).toUpperCase()}}`);

/** Quotes a text: in single quotes, or in double quotes if it needs escapes for control characters. */
const text = (value: string) => (CONTROL.test(value) ? `"${escaped(value)}"` : `'${value.replace(/[\\']/g, '\\$&')}'`);

const style: LiteralStyle = {
  indent: '    ',
  scalar: (value) => (typeof value === 'string' ? text(value) : String(value)),
  list: ['[', ']'],
  /** The cast keeps an object: PHP may encode an array as a JSON list. */
  record: ['(object) [', ']'],
  entry: (name, value) => `${text(name)} => ${value}`,
};

function bodyOf(body: string): string {
  const value = parseBody(body);
  return value === undefined ? text(body) : `json_encode(${indentLines(toLiteral(value, style), '    ')})`;
}

function urlLines(request: SnippetRequest): readonly string[] {
  const { origin, path, query } = request;
  const isUnique = new Set(query.map(([name]) => name)).size === query.length;
  if (query.length === 0 || !isUnique) return [`$curl = curl_init(${text(addressOf(request))});`];
  return [
    `$query = http_build_query([`,
    ...query.map(([name, value]) => `    ${text(name)} => ${text(value)},`),
    ']);',
    `$curl = curl_init(${text(`${origin}${path}?`)} . $query);`,
  ];
}

function optionLines(request: SnippetRequest): readonly string[] {
  const { method, body } = request;
  const headers = headersOf(request).map(([name, value]) => `        ${text(`${name}: ${value}`)},`);
  return [
    'curl_setopt_array($curl, [',
    '    CURLOPT_RETURNTRANSFER => true,',
    ...(method === 'GET' ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]),
    ...(headers.length === 0 ? [] : ['    CURLOPT_HTTPHEADER => [', ...headers, '    ],']),
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => ${bodyOf(body)},`]),
    ']);',
  ];
}

const answers = {
  rows: ['$answer = json_decode(curl_exec($curl), true);', "$rows = $answer['data'];"],
  row: ['$answer = json_decode(curl_exec($curl), true);', "$row = $answer['data'];"],
  nothing: ['curl_exec($curl);', 'echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE);'],
} as const;

/** Returns PHP that uses the cURL functions. */
export const phpSnippet = (request: SnippetRequest) =>
  ['<?php', ...urlLines(request), ...optionLines(request), ...answers[request.answer]].join('\n');
