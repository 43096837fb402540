import { addressOf, headersOf, jsonOf, type LiteralStyle, literalOf, movedIn } from './quoting';
import type { SnippetRequest } from './snippetRequest';

/** With what turns the direction of writing: it would show the code after it the other way round. */
const CONTROL = /[\p{Cc}\u2028\u2029\ufeff\u202a-\u202e\u2066-\u2069]/u;
const CONTROLS = new RegExp(CONTROL, 'gu');

const escaped = (text: string) =>
  text
    .replace(/[\\"$]/g, '\\$&')
    .replace(CONTROLS, (mark) => `\\u{${mark.codePointAt(0)?.toString(16).toUpperCase()}}`);

/** Single quotes know no escapes but for themselves; a text with control characters stands in double ones. */
const text = (value: string) => (CONTROL.test(value) ? `"${escaped(value)}"` : `'${value.replace(/[\\']/g, '\\$&')}'`);

const style: LiteralStyle = {
  indent: '    ',
  scalar: (value) => (typeof value === 'string' ? text(value) : String(value)),
  list: ['[', ']'],
  /** An array alone could become a list in JSON. */
  record: ['(object) [', ']'],
  entry: (name, value) => `${text(name)} => ${value}`,
};

function bodyOf(body: string): string {
  const value = jsonOf(body);
  return value === undefined ? text(body) : `json_encode(${movedIn(literalOf(value, style), '    ')})`;
}

function urlLines(request: SnippetRequest): readonly string[] {
  const { origin, path, query } = request;
  const isOnce = new Set(query.map(([name]) => name)).size === query.length;
  if (query.length === 0 || !isOnce) return [`$curl = curl_init(${text(addressOf(request))});`];
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

/** PHP with its cURL functions. */
export const phpSnippet = (request: SnippetRequest) =>
  ['<?php', ...urlLines(request), ...optionLines(request), ...answers[request.answer]].join('\n');
