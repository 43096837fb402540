import { headersOf, parseBody, type LiteralStyle, toLiteral, indentLines, quoted } from './quoting';
import type { SnippetRequest } from './snippetRequest';

const words = new Map<unknown, string>([
  [null, 'None'],
  [true, 'True'],
  [false, 'False'],
]);

const style: LiteralStyle = {
  indent: '    ',
  scalar: (value) => words.get(value) ?? (typeof value === 'string' ? quoted(value) : String(value)),
  list: ['[', ']'],
  record: ['{', '}'],
  entry: (name, value) => `${quoted(name)}: ${value}`,
};

/** Returns a dictionary, or a list of pairs if a name occurs more than once. */
function paramsOf(query: SnippetRequest['query']): string {
  const isUnique = new Set(query.map(([name]) => name)).size === query.length;
  const pairs = query.map(([name, value]) =>
    isUnique ? `${quoted(name)}: ${quoted(value)}` : `(${quoted(name)}, ${quoted(value)})`,
  );
  return isUnique ? `{${pairs.join(', ')}}` : `[${pairs.join(', ')}]`;
}

function bodyLine(body: string): string {
  const value = parseBody(body);
  return value === undefined
    ? `    data=${quoted(body)}.encode(),`
    : `    json=${indentLines(toLiteral(value, style), '    ')},`;
}

/** Returns the line of headers, without the content type if `requests` sets it because of `json=`. */
function headersLine(request: SnippetRequest): readonly string[] {
  const isImplied = request.body !== undefined && parseBody(request.body) !== undefined;
  const headers = headersOf(request).filter(([name]) => !(isImplied && name === 'Content-Type'));
  if (headers.length === 0) return [];
  return [`    headers={${headers.map(([name, value]) => `${quoted(name)}: ${quoted(value)}`).join(', ')}},`];
}

const answers = {
  rows: ['rows = res.json()["data"]'],
  row: ['row = res.json()["data"]'],
  nothing: ['print(res.status_code)'],
} as const;

/** Returns Python that uses the `requests` library. */
export function pythonSnippet(request: SnippetRequest): string {
  const { method, origin, path, query, body, answer } = request;
  return [
    'import requests',
    '',
    `res = requests.${method.toLowerCase()}(`,
    `    ${quoted(origin + path)},`,
    ...(query.length === 0 ? [] : [`    params=${paramsOf(query)},`]),
    ...headersLine(request),
    ...(body === undefined ? [] : [bodyLine(body)]),
    ')',
    'res.raise_for_status()',
    ...answers[answer],
  ].join('\n');
}
