import { headersOf, quoted, readable } from './quoting';
import type { SnippetRequest } from './snippetRequest';

/** JSON's escapes are Go's, once there are no halves of surrogate pairs. */
const text = quoted;

/** A body between backquotes is as readable as JSON; they know no escapes at all, so a text that has some is quoted. */
const body = (value: string) => (/[`\r]|[^\P{Cc}\n\t]|\ufeff/u.test(value) ? text(value) : `\`${readable(value)}\``);

const failing = (step: string) => [`\t${step}`, '\tif err != nil {', '\t\tpanic(err)', '\t}'];

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
    ...failing(`req, err := http.NewRequest("${request.method}", address, ${sent})`),
    ...headersOf(request).map(([name, value]) => `\treq.Header.Set(${text(name)}, ${text(value)})`),
  ];
}

/** A program of Go, with nothing but its own library. */
export const goSnippet = (request: SnippetRequest) =>
  [
    'package main',
    '',
    ...importLines(request),
    'func main() {',
    ...urlLines(request),
    ...requestLines(request),
    '',
    ...failing('res, err := http.DefaultClient.Do(req)'),
    '\tdefer res.Body.Close()',
    ...failing('body, err := io.ReadAll(res.Body)'),
    '\tfmt.Println(res.Status, string(body))',
    '}',
  ].join('\n');
