import { limits } from '../../../contract/limits';
import type { Attributes } from '../zip/xml';

/** Joins a cell's paragraphs (`text:p`) by line feeds, with the spaces, tabs and breaks that stand in them as elements. */
export interface Paragraphs {
  clear(): void;
  open(name: string, attributes: Attributes): void;
  text(piece: string): void;
  close(name: string): void;
  /** Undefined when there was no paragraph. */
  value(): string | undefined;
}

const SPACES_MOST = limits.charactersPerCell + 1;

export function createParagraphs(): Paragraphs {
  let joined: string | undefined;
  let depth = 0;
  /** White space in XML counts as one space, and as none where a paragraph begins (OpenDocument 1.3, section 6.1.2). */
  let afterSpace = true;
  const append = (text: string, space: boolean) => {
    // What is over the limit of a cell is cut anyway.
    if (joined === undefined || joined.length <= limits.charactersPerCell) joined = (joined ?? '') + text;
    afterSpace = space;
  };
  return {
    clear() {
      joined = undefined;
      depth = 0;
    },
    open(name, attributes) {
      if (name === 'text:p') {
        depth += 1;
        append(joined === undefined ? '' : '\n', true);
      } else if (depth === 0) return;
      else if (name === 'text:s')
        append(' '.repeat(Math.min(Number(attributes['text:c'] ?? 1) || 1, SPACES_MOST)), false);
      else if (name === 'text:tab') append('\t', false);
      else if (name === 'text:line-break') append('\n', true);
    },
    text(piece) {
      if (depth === 0) return;
      const collapsed = piece.replace(/[ \t\r\n]+/g, ' ');
      const shown = afterSpace && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed;
      if (shown !== '') append(shown, shown.endsWith(' '));
    },
    close(name) {
      if (name === 'text:p') depth -= 1;
    },
    value: () => joined,
  };
}
