import { parse } from 'sugar-high/core';
import * as html from 'sugar-high/lang/html';
import * as javascript from 'sugar-high/lang/javascript';
import * as json from 'sugar-high/lang/json';
import * as python from 'sugar-high/lang/python';
import * as shell from 'sugar-high/lang/shell';
import * as typescript from 'sugar-high/lang/typescript';

/**
 * Code in pieces of one colour, worked out while the app is built: `[text, kind]`, or the text alone where it has no colour.
 * The kinds are those of `src/app/snippets/codeLook.tsx`.
 */
const languages = { html, js: javascript, json, python, sh: shell, ts: typescript, tsx: typescript };

const kinds = { string: 'string', keyword: 'word', comment: 'comment', property: 'key', entity: 'key' };

/** The shell's grammar knows strings and comments; commands and options are told apart here. */
const SHELL_WORDS = /(?<word>(?<=^|\n)curl\b)|(?<key>(?<=\s)--?[A-Za-z][\w-]*)/g;

const isNumber = (value) => /^-?\d[\d_.]*(e[+-]?\d+)?$/i.test(value);

const kindOf = ({ type, value }) => (isNumber(value) ? 'number' : kinds[type]);

const tokensOf = (code, language) =>
  parse(code, languages[language]).lines.flatMap(({ tokens }, at) => [
    ...(at === 0 ? [] : [{ type: 'break', value: '\n' }]),
    ...tokens,
  ]);

/** Neighbours of the same kind as one piece. */
function joined(pieces) {
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
  const settle = () => {
    pieces.push(...shellPieces(plain));
    plain = '';
  };
  for (const token of tokensOf(code, 'sh')) {
    if (token.type !== 'string' && token.type !== 'comment') plain += token.value;
    else {
      settle();
      pieces.push({ value: token.value, kind: token.type });
    }
  }
  settle();
  return pieces;
}

const plainly = (code, language) =>
  tokensOf(code, language).map((token) => ({ value: token.value, kind: kindOf(token) }));

/** A page's script is JavaScript. */
const page = (code) =>
  code
    .split(/(?<=<script[^>]*>)([\s\S]*?)(?=<\/script>)/)
    .flatMap((part, at) => plainly(part, at % 2 === 1 ? 'js' : 'html'));

const ways = { sh: shellCode, html: page };

/** @returns pieces that joined are the code again; text without colours where the language is not known */
export function colouredPieces(code, language) {
  if (languages[language] === undefined) return [code];
  const way = ways[language] ?? plainly;
  return joined(way(code, language));
}
