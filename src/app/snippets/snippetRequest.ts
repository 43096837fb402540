import type { Column } from '../../contract/rows';

/** Languages that snippets are written in, in the order they are offered. */
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

/** Stands in a snippet where a key is needed and none was given. */
export const KEY_PLACEHOLDER = 'YOUR_KEY';

/** A call of the data API, as far as a snippet tells it. Names and values are as a person wrote them, not encoded. */
export interface SnippetRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** For example `https://tabpoint.example`. */
  readonly origin: string;
  /** Percent-encoded, for example `/v1/k3v9tq2mxa7rfw5d/beans`. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly key?: string;
  /** JSON, or what is to become JSON while it is typed. */
  readonly body?: string;
  /** What is answered: a list of rows, one row, or nothing. */
  readonly answer: 'rows' | 'row' | 'nothing';
  /** Columns of the rows that are answered; TypeScript makes a type of them. */
  readonly columns?: readonly Pick<Column, 'key' | 'type' | 'nullable'>[];
}
