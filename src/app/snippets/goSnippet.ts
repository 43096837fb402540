import { headersOf, quoted, readable } from './quoting';
import type { SnippetRequest } from './snippetRequest';

/** Go has the escapes of JSON, except for lone surrogates, which were replaced before. */
const text = quoted;

/** Writes a body as a raw string, which is readable; raw strings have no escapes, so a text that needs some is quoted. */
const body = (value: string) => (/[`\r]|[^\P{Cc}\n\t]|\ufeff/u.test(value) ? text(value) : `\`${readable(value)}\``);

const orPanic = (step: string) => [`\t${step}`, '\tif err != nil {', '\t\tpanic(err)', '\t}'];

function importLines({ query, body: sent }: SnippetRequest): readonly string[] {
  const names = ['fmt', 'io', 'net/http', ...(query.length > 0 ? ['net/url'] : []), ...(sent ? ['strings'] : [])];
  return ['import (', ...names.map((name) => `\t"${name}"`), ')', ''];
}

function urlLines({ origin, path, query }: SnippetRequest): readonly string[] {
  if (query.length === 0) return [`\taddress := ${text(origin + path)}`];
  return [
    '\tquery := url.Values{}',
    ...query.map(([name, value]) => `\tquery.Add(${text(name)}, ${text(value)})`),
    `\taddress := ${text(`${origin}${path}?`)} + query.Encode()`,
  ];
}

function requestLines(request: SnippetRequest): readonly string[] {
  const sent = request.body ? `strings.NewReader(${body(request.body)})` : 'nil';
  return [
    ...orPanic(`req, err := http.NewRequest("${request.method}", address, ${sent})`),
    ...headersOf(request).map(([name, value]) => `\treq.Header.Set(${text(name)}, ${text(value)})`),
  ];
}

/** Returns a Go program that uses the standard library only. */
export const goSnippet = (request: SnippetRequest) =>
  [
    'package main',
    '',
    ...importLines(request),
    'func main() {',
    ...urlLines(request),
    ...requestLines(request),
    '',
    ...orPanic('res, err := http.DefaultClient.Do(req)'),
    '\tdefer res.Body.Close()',
    ...orPanic('body, err := io.ReadAll(res.Body)'),
    '\tfmt.Println(res.Status, string(body))',
    '}',
  ].join('\n');
