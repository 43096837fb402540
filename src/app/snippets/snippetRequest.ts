import type { Column } from '../../contract/rows';

/** Languages of snippets, in the order of the tabs. */
export const snippetLanguages = ['curl', 'javascript', 'typescript', 'python', 'php', 'go'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

export const languageNames: Readonly<Record<SnippetLanguage, string>> = {
  curl: 'curl',
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
};

/** Placeholder for a key that is needed and was not given. */
export const KEY_PLACEHOLDER = 'YOUR_KEY';

/** A request of the data API for a snippet. Names and values are not encoded. */
export interface SnippetRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** For example `https://tabpoint.example`. */
  readonly origin: string;
  /** Percent-encoded, for example `/v1/k3v9tq2mxa7rfw5d/beans`. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly key?: string;
  /** JSON, possibly incomplete while it is typed. */
  readonly body?: string;
  /** Content of the response: a list of rows, one row, or nothing. */
  readonly answer: 'rows' | 'row' | 'nothing';
  /** Columns of the returned rows, for the TypeScript interface. */
  readonly columns?: readonly Pick<Column, 'key' | 'type' | 'nullable'>[];
}
