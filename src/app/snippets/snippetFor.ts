import { goSnippet } from './goSnippet';
import { javascriptSnippet, typescriptSnippet } from './javascriptSnippet';
import { phpSnippet } from './phpSnippet';
import { pythonSnippet } from './pythonSnippet';
import { addressOf, headersOf, readable, wellFormed } from './quoting';
import type { SnippetLanguage, SnippetRequest } from './snippetRequest';

/** Quotes a text for a shell: in single quotes only the quote itself is special. */
const shellQuote = (text: string) => `'${text.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`;

/** Returns a curl command. */
function curlSnippet(request: SnippetRequest): string {
  const { method, body } = request;
  const parts = [
    `curl ${method === 'GET' ? '' : `--request ${method} `}${shellQuote(addressOf(request))}`,
    ...headersOf(request).map(([name, value]) => `--header ${shellQuote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${shellQuote(readable(body))}`]),
  ];
  return parts.join(' \\\n  ');
}

const writers: Readonly<Record<SnippetLanguage, (request: SnippetRequest) => string>> = {
  curl: curlSnippet,
  javascript: javascriptSnippet,
  typescript: typescriptSnippet,
  python: pythonSnippet,
  php: phpSnippet,
  go: goSnippet,
};

/** Removes control characters: a header cannot contain line ends. */
const oneLine = (text: string) => wellFormed(text).replace(/\p{Cc}+/gu, '');

const sanitize = (request: SnippetRequest): SnippetRequest => ({
  ...request,
  query: request.query.map(([name, value]) => [wellFormed(name), wellFormed(value)] as const),
  ...(request.key !== undefined && { key: oneLine(request.key) }),
  ...(request.body !== undefined && { body: wellFormed(request.body) }),
  ...(request.columns && { columns: request.columns.map((column) => ({ ...column, key: wellFormed(column.key) })) }),
});

/** Returns a request as runnable code, without a line end at the end. */
export const snippetFor = (language: SnippetLanguage, request: SnippetRequest): string =>
  writers[language](sanitize(request));
