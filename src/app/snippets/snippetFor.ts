import { curlSnippet } from './curlSnippet';
import { goSnippet } from './goSnippet';
import { javascriptSnippet } from './javascriptSnippet';
import { phpSnippet } from './phpSnippet';
import { pythonSnippet } from './pythonSnippet';
import { wellFormed } from './quoting';
import type { SnippetLanguage, SnippetRequest } from './snippetRequest';
import { typescriptSnippet } from './typescriptSnippet';

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
