import styled, { css } from 'styled-components';
import { insetFocus, Line } from '../ui/layout/spacing';
import { codeCue } from '../ui/layout/scrollCue';
import type { SnippetLanguage } from './snippetRequest';

/** The card of a code block: a header with the code below it. */
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

/** The colours of {@link CodeTokens}. */
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

/** Code that scrolls horizontally, also by keyboard. */
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

/** Token kinds with a colour. */
type TokenKind = 'string' | 'number' | 'word' | 'comment' | 'key';

/** A token of code; a plain text has the default colour. */
export type CodeToken = string | readonly [text: string, kind: TokenKind];

/** Joins tokens to the code. */
export const joinTokens = (tokens: readonly CodeToken[]) =>
  tokens.map((token) => (typeof token === 'string' ? token : token[0])).join('');

/** Highlighted code. */
export const CodeTokens = ({ of }: { readonly of: readonly CodeToken[] }) =>
  of.map((token, at) =>
    typeof token === 'string' ? (
      token
    ) : (
      <span key={at} data-kind={token[1]}>
        {token[0]}
      </span>
    ),
  );

type CodeLanguage = SnippetLanguage | 'json';

const JSON_KEYS = /"(?:[^"\\]|\\.)*"(?=:)/.source;
const STRINGS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/.source;
const SHELL_STRINGS = /'[^']*'/.source;
const NUMBERS = /(?<![\w$])-?\d[\d.]*(?:e[+-]?\d+)?\b/.source;

const script = ['const', 'let', 'await', 'new', 'interface', 'return', 'true', 'false', 'null', 'import', 'from'];

const words: Readonly<Record<CodeLanguage, readonly string[]>> = {
  json: ['true', 'false', 'null'],
  curl: ['curl'],
  javascript: script,
  typescript: script,
  python: ['import', 'from', 'True', 'False', 'None', 'for', 'in', 'def', 'return', 'print'],
  php: ['true', 'false', 'null', 'object', 'echo', 'new', '<\\?php'],
  go: ['package', 'import', 'func', 'if', 'nil', 'defer', 'return', 'panic'],
};

const comments: Partial<Record<CodeLanguage, string>> = { python: '#.*', curl: '(?<=^|\\s)#.*' };

function tokenPattern(language: CodeLanguage): RegExp {
  const isShell = language === 'curl';
  return new RegExp(
    [
      ...(language === 'json' ? [`(?<key>${JSON_KEYS})`] : []),
      `(?<string>${isShell ? SHELL_STRINGS : STRINGS})`,
      `(?<comment>${comments[language] ?? '//.*'})`,
      `(?<word>(?<![\\w$.-])(?:${words[language].join('|')})(?![\\w$-])${isShell ? '|(?<=\\s)--?[a-z-]+' : ''})`,
      `(?<number>${NUMBERS})`,
    ].join('|'),
    'g',
  );
}

/** Splits code into tokens for highlighting; joined they are the code again. */
export function tokenize(language: CodeLanguage, code: string): readonly CodeToken[] {
  const tokens: CodeToken[] = [];
  let end = 0;
  for (const match of code.matchAll(tokenPattern(language))) {
    if (match.index > end) tokens.push(code.slice(end, match.index));
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0] as TokenKind;
    tokens.push([match[0], kind]);
    end = match.index + match[0].length;
  }
  if (end < code.length) tokens.push(code.slice(end));
  return tokens;
}
