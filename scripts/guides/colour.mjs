import { parse } from 'sugar-high/core';
import * as html from 'sugar-high/lang/html';
import * as javascript from 'sugar-high/lang/javascript';
import * as json from 'sugar-high/lang/json';
import * as python from 'sugar-high/lang/python';
import * as shell from 'sugar-high/lang/shell';
import * as typescript from 'sugar-high/lang/typescript';

/**
 * Syntax highlighting at build time. Code becomes a list of pieces: `[text, kind]`, or a plain text without colour. The kinds are those of
 * `src/app/snippets/codeStyles.tsx`.
 */
const languages = { html, js: javascript, json, python, sh: shell, ts: typescript, tsx: typescript };

const kinds = { string: 'string', keyword: 'word', comment: 'comment', property: 'key', entity: 'key' };

/** Matches commands and options, which the shell grammar does not recognize. */
const SHELL_WORDS = /(?<word>(?<=^|\n)curl\b)|(?<key>(?<=\s)--?[A-Za-z][\w-]*)/g;

const isNumber = (value) => /^-?\d[\d_.]*(e[+-]?\d+)?$/i.test(value);

const kindOf = ({ type, value }) => (isNumber(value) ? 'number' : kinds[type]);

const tokensOf = (code, language) =>
  parse(code, languages[language]).lines.flatMap(({ tokens }, at) => [
    ...(at === 0 ? [] : [{ type: 'break', value: '\n' }]),
    ...tokens,
  ]);

/** Merges adjacent pieces of the same kind. */
function mergePieces(pieces) {
  const all = [];
  for (const { value, kind } of pieces) {
    const last = all.at(-1);
    if (last !== undefined && (last.kind === kind || value.trim() === '')) last.value += value;
    else all.push({ value, kind });
  }
  return all.map(({ value, kind }) => (kind === undefined ? value : [value, kind]));
}

function shellPieces(text) {
  const pieces = [];
  let end = 0;
  for (const match of text.matchAll(SHELL_WORDS)) {
    pieces.push({ value: text.slice(end, match.index) });
    pieces.push({ value: match[0], kind: match.groups.word ? 'word' : 'key' });
    end = match.index + match[0].length;
  }
  return [...pieces, { value: text.slice(end) }].filter(({ value }) => value !== '');
}

function shellCode(code) {
  const pieces = [];
  let plain = '';
  const flush = () => {
    pieces.push(...shellPieces(plain));
    plain = '';
  };
  for (const token of tokensOf(code, 'sh')) {
    if (token.type !== 'string' && token.type !== 'comment') plain += token.value;
    else {
      flush();
      pieces.push({ value: token.value, kind: token.type });
    }
  }
  flush();
  return pieces;
}

const highlightTokens = (code, language) =>
  tokensOf(code, language).map((token) => ({ value: token.value, kind: kindOf(token) }));

/** Highlights a page of HTML, with its scripts as JavaScript. */
const htmlCode = (code) =>
  code
    .split(/(?<=<script[^>]*>)([\s\S]*?)(?=<\/script>)/)
    .flatMap((part, at) => highlightTokens(part, at % 2 === 1 ? 'js' : 'html'));

const highlighters = { sh: shellCode, html: htmlCode };

/** Highlights code. @returns pieces whose texts together are the code; a single plain text if the language is unknown */
export function colouredPieces(code, language) {
  if (languages[language] === undefined) return [code];
  const highlight = highlighters[language] ?? highlightTokens;
  return mergePieces(highlight(code, language));
}
