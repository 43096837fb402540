import type { SnippetLanguage } from './snippetRequest';

/** What a piece of code is, as far as its colour goes. */
export type PieceKind = 'plain' | 'string' | 'number' | 'word' | 'comment';

export interface Piece {
  readonly kind: PieceKind;
  readonly text: string;
}

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
