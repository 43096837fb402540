import { goSnippet } from './goSnippet';
import { javascriptSnippet, typescriptSnippet } from './javascriptSnippet';
import { phpSnippet } from './phpSnippet';
import { pythonSnippet } from './pythonSnippet';
import { addressOf, headersOf, readable, wellFormed } from './quoting';
import type { SnippetLanguage, SnippetRequest } from './snippetRequest';

/** A text as a shell takes it for one word: nothing is special between single quotes but the quote itself. */
const word = (text: string) => `'${text.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`;

/** A command line of curl. */
function curlSnippet(request: SnippetRequest): string {
  const { method, body } = request;
  const parts = [
    `curl ${method === 'GET' ? '' : `--request ${method} `}${word(addressOf(request))}`,
    ...headersOf(request).map(([name, value]) => `--header ${word(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${word(readable(body))}`]),
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

/** Headers know no line ends, and none of these languages sends one. */
const oneLine = (text: string) => wellFormed(text).replace(/\p{Cc}+/gu, '');

const cleaned = (request: SnippetRequest): SnippetRequest => ({
  ...request,
  query: request.query.map(([name, value]) => [wellFormed(name), wellFormed(value)] as const),
  ...(request.key !== undefined && { key: oneLine(request.key) }),
  ...(request.body !== undefined && { body: wellFormed(request.body) }),
  ...(request.columns && { columns: request.columns.map((column) => ({ ...column, key: wellFormed(column.key) })) }),
});

/** A call as code of a language, ready to be run; without a line end at its end. */
export const snippetFor = (language: SnippetLanguage, request: SnippetRequest): string =>
  writers[language](cleaned(request));
