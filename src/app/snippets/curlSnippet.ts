import { addressOf, headersOf, readable } from './quoting';
import type { SnippetRequest } from './snippetRequest';

/** A text as a shell takes it for one word: nothing is special between single quotes but the quote itself. */
const word = (text: string) => `'${text.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`;

/** A command line of curl. */
export function curlSnippet(request: SnippetRequest): string {
  const { method, body } = request;
  const parts = [
    `curl ${method === 'GET' ? '' : `--request ${method} `}${word(addressOf(request))}`,
    ...headersOf(request).map(([name, value]) => `--header ${word(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${word(readable(body))}`]),
  ];
  return parts.join(' \\\n  ');
}
