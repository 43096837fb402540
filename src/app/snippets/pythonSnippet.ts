import { headersOf, jsonOf, type LiteralStyle, literalOf, movedIn, quoted } from './quoting';
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

/** A list of pairs where a name stands more than once, else a dictionary. */
function paramsOf(query: SnippetRequest['query']): string {
  const isOnce = new Set(query.map(([name]) => name)).size === query.length;
  const pairs = query.map(([name, value]) =>
    isOnce ? `${quoted(name)}: ${quoted(value)}` : `(${quoted(name)}, ${quoted(value)})`,
  );
  return isOnce ? `{${pairs.join(', ')}}` : `[${pairs.join(', ')}]`;
}

function bodyLine(body: string): string {
  const value = jsonOf(body);
  return value === undefined
    ? `    data=${quoted(body)}.encode(),`
    : `    json=${movedIn(literalOf(value, style), '    ')},`;
}

/** `requests` says by itself that a body of `json=` is JSON. */
function headersLine(request: SnippetRequest): readonly string[] {
  const isSaid = request.body !== undefined && jsonOf(request.body) !== undefined;
  const headers = headersOf(request).filter(([name]) => !(isSaid && name === 'Content-Type'));
  if (headers.length === 0) return [];
  return [`    headers={${headers.map(([name, value]) => `${quoted(name)}: ${quoted(value)}`).join(', ')}},`];
}

const answers = {
  rows: ['rows = res.json()["data"]'],
  row: ['row = res.json()["data"]'],
  nothing: ['print(res.status_code)'],
} as const;

/** Python with the `requests` library. */
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
