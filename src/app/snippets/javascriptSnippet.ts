import type { ColumnType } from '../../contract/rows';
import { headersOf, type Json, parseBody, toLiteral, type LiteralStyle, indentLines, quoted } from './quoting';
import type { SnippetRequest } from './snippetRequest';

const PLAIN = /^[A-Za-z_$][\w$]*$/;

/** Returns the name of a property in an interface. */
const typePropertyName = (name: string) => (PLAIN.test(name) ? name : quoted(name));

/** Returns the name of a property in an object; a literal `__proto__` would set the prototype. */
const nameOf = (name: string) => (name === '__proto__' ? '["__proto__"]' : typePropertyName(name));

const style: LiteralStyle = {
  indent: '  ',
  scalar: (value) => (typeof value === 'string' ? quoted(value) : String(value)),
  list: ['[', ']'],
  record: ['{', '}'],
  entry: (name, value) => `${nameOf(name)}: ${value}`,
};

function bodyOf(body: string): string {
  const value: Json | undefined = parseBody(body);
  return value === undefined ? quoted(body) : `JSON.stringify(${toLiteral(value, style)})`;
}

/** Returns lines that add the query: with the more common `set` for a name that occurs once, else with `append`. */
function queryLines(query: SnippetRequest['query']): readonly string[] {
  const names = query.map(([name]) => name);
  const occursOnce = (name: string) => names.indexOf(name) === names.lastIndexOf(name);
  return query.map(
    ([name, value]) => `url.searchParams.${occursOnce(name) ? 'set' : 'append'}(${quoted(name)}, ${quoted(value)});`,
  );
}

function urlLines({ origin, path, query }: SnippetRequest): readonly string[] {
  if (query.length === 0) return [`const url = ${quoted(origin + path)};`, ''];
  return ['const url = new URL(', `  ${quoted(path)},`, `  ${quoted(origin)}`, ');', ...queryLines(query), ''];
}

function fetchLine(request: SnippetRequest): string {
  const { method, body } = request;
  const headers = headersOf(request).map(([name, value]) => `    ${nameOf(name)}: ${quoted(value)},`);
  const options = [
    ...(method === 'GET' ? [] : [`  method: "${method}",`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(body === undefined ? [] : [`  body: ${indentLines(bodyOf(body), '  ')},`]),
  ];
  return `const res = await fetch(url${options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`});`;
}

/** Returns the line that reads the response, with the type annotation for TypeScript. */
const answerLine = ({ answer }: SnippetRequest, types: string) => {
  if (answer === 'nothing') return 'console.log(res.status);';
  return `const { data${answer === 'rows' ? ', meta' : ''} }${types} = await res.json();`;
};

/** Returns the call with `fetch`, for JavaScript and TypeScript. */
const fetchCode = (request: SnippetRequest, types = '') =>
  [...urlLines(request), fetchLine(request), answerLine(request, types)].join('\n');

/** Returns a JavaScript module for browsers and Node. */
export const javascriptSnippet = (request: SnippetRequest) => fetchCode(request);

const types: Readonly<Record<ColumnType, string>> = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  date: 'string',
  datetime: 'string',
  time: 'string',
  text: 'string',
};

const rowType = (columns: NonNullable<SnippetRequest['columns']>) => [
  'interface Row {',
  '  _id: string;',
  ...columns.map(
    ({ key, type, nullable }) => `  ${typePropertyName(key)}: ${types[type]}${nullable ? ' | null' : ''};`,
  ),
  '}',
  '',
];

/** Returns the JavaScript with an interface of the columns. */
export function typescriptSnippet(request: SnippetRequest): string {
  const { answer, columns } = request;
  if (answer === 'nothing' || columns === undefined) return fetchCode(request);
  const data = answer === 'rows' ? '{ data: Row[]; meta: { total: number; revision: number } }' : '{ data: Row }';
  return [...rowType(columns), fetchCode(request, `: ${data}`)].join('\n');
}
