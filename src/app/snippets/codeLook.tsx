import styled, { css } from 'styled-components';
import { insetFocus, Line } from '../ui/layout/spacing';
import { codeCue } from '../ui/layout/scrollCue';
import type { SnippetLanguage } from './snippetRequest';

/** The card of a code block: its head, and the code under it. */
export const CodeBox = styled.section`
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: var(--r-lg);
  background: var(--code-bg);
`;

export const CodeHead = styled(Line)`
  gap: 2px;
  min-height: 40px;
  padding: 0 6px;
  border-bottom: 1px solid var(--line);
  background: var(--surface);
`;

/** The colours of {@link Pieces}. */
export const codeColours = css`
  & [data-kind='string'] {
    color: var(--code-str);
  }
  & [data-kind='number'] {
    color: var(--code-num);
  }
  & [data-kind='word'] {
    color: var(--code-kw);
  }
  & [data-kind='comment'] {
    color: var(--code-com);
  }
  & [data-kind='key'] {
    color: var(--code-key);
  }
`;

/** Code; it scrolls sideways and by keyboard. */
export const CodeText = styled.pre`
  overflow: auto;
  padding: 14px 16px;
  ${codeCue}
  color: var(--ink);
  font: 450 12px / 20px var(--font-mono);
  font-variant-ligatures: none;
  letter-spacing: -0.01em;
  tab-size: 2;

  ${insetFocus}
  ${codeColours}
`;

/** What a piece of code is, as far as its colour goes. */
type PieceKind = 'plain' | 'string' | 'number' | 'word' | 'comment' | 'key';

/** A piece of code of one colour. */
export interface Piece {
  readonly kind: PieceKind;
  readonly text: string;
}

/** Code in its colours. */
export const Pieces = ({ of }: { readonly of: readonly Piece[] }) =>
  of.map(({ kind, text }, at) => (
    <span key={at} data-kind={kind}>
      {text}
    </span>
  ));

const STRINGS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/.source;
const SHELL_STRINGS = /'[^']*'/.source;
const NUMBERS = /(?<![\w$])-?\d[\d.]*(?:e[+-]?\d+)?\b/.source;

const script = ['const', 'let', 'await', 'new', 'interface', 'return', 'true', 'false', 'null', 'import', 'from'];

const words: Readonly<Record<SnippetLanguage, readonly string[]>> = {
  curl: ['curl'],
  javascript: script,
  typescript: script,
  python: ['import', 'from', 'True', 'False', 'None', 'for', 'in', 'def', 'return', 'print'],
  php: ['true', 'false', 'null', 'object', 'echo', 'new', '<\\?php'],
  go: ['package', 'import', 'func', 'if', 'nil', 'defer', 'return', 'panic'],
};

const comments: Partial<Record<SnippetLanguage, string>> = { python: '#.*', curl: '(?<=^|\\s)#.*' };

function matcherFor(language: SnippetLanguage): RegExp {
  const isShell = language === 'curl';
  return new RegExp(
    [
      `(?<string>${isShell ? SHELL_STRINGS : STRINGS})`,
      `(?<comment>${comments[language] ?? '//.*'})`,
      `(?<word>(?<![\\w$.-])(?:${words[language].join('|')})(?![\\w$-])${isShell ? '|(?<=\\s)--?[a-z-]+' : ''})`,
      `(?<number>${NUMBERS})`,
    ].join('|'),
    'g',
  );
}

const matchers = new Map<SnippetLanguage, RegExp>();

/** Code in pieces, each of one colour; joined they are the code again. */
export function piecesOf(language: SnippetLanguage, code: string): readonly Piece[] {
  const matcher = matchers.get(language) ?? matcherFor(language);
  matchers.set(language, matcher);
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of code.matchAll(matcher)) {
    if (match.index > end) pieces.push({ kind: 'plain', text: code.slice(end, match.index) });
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0] as PieceKind;
    pieces.push({ kind, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) pieces.push({ kind: 'plain', text: code.slice(end) });
  return pieces;
}
