/** Types of a guide compiled from Markdown (`scripts/guides/compileGuide.mjs`). */
import type { CodeToken } from '../snippets/codeStyles';
import type { SnippetRequest } from '../snippets/snippetRequest';

/** A piece of text: plain, or formatted. */
export type Inline =
  | string
  | { readonly kind: 'code' | 'strong' | 'em'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string };

/** A call of the guides' example sheet; names and values of the query are not encoded. */
export interface GuideRequest extends Pick<SnippetRequest, 'method' | 'query' | 'body' | 'answer'> {
  readonly tab: string;
  /** Whether the path ends with the id of a row. */
  readonly ofRow: boolean;
  readonly needsKey?: boolean;
}

export interface Heading {
  readonly kind: 'heading';
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

export type Block =
  | Heading
  | { readonly kind: 'paragraph' | 'note'; readonly inline: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | {
      readonly kind: 'code';
      readonly language: string;
      /** Label above the code: "Response" or the name of the file, for example. */
      readonly label?: string;
      readonly pieces: readonly CodeToken[];
    }
  | { readonly kind: 'request'; readonly request: GuideRequest };

export interface Article {
  readonly title: string;
  readonly minutes: number;
  /** Text under the title. */
  readonly lead: readonly Inline[];
  readonly blocks: readonly Block[];
}

/** Returns text without its formatting. */
export const plainText = (inline: readonly Inline[]) =>
  inline.map((part) => (typeof part === 'string' ? part : part.text)).join('');

/** Returns the headings of the table of contents. */
export const contentsOf = ({ blocks }: Article) =>
  blocks.filter((block): block is Heading => block.kind === 'heading' && block.level === 2);
