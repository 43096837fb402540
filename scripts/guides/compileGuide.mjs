import { marked } from 'marked';
import { colouredPieces } from './colour.mjs';
import { inlineOf, plainText } from './inline.mjs';
import { requestOf } from './request.mjs';

/**
 * Compiles a guide from Markdown to an article (`src/app/learn/article.ts`): a title, a lead paragraph, and blocks. Unsupported Markdown
 * fails the build, so that none reaches browsers.
 */

const WORDS_A_MINUTE = 220;
const LINES_A_MINUTE = 60;

const idOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Returns the label of a code block, from the words after its language: `answer`, `answer 201`, `output`, or a file name. */
function labelOf(words) {
  const [first, status] = words;
  if (first === 'answer') return status === undefined ? 'Answer' : `Answer, ${status}`;
  return first === 'output' ? 'Output' : first;
}

function codeBlock({ lang = '', text }) {
  const [language = '', ...words] = lang.split(' ');
  if (language === 'request') return { kind: 'request', request: requestOf(text) };
  const label = labelOf(words);
  return { kind: 'code', language, ...(label && { label }), pieces: colouredPieces(text, language) };
}

const itemOf = ({ tokens }) => tokens.flatMap((token) => (token.tokens ? inlineOf(token.tokens) : []));
const cellOf = ({ tokens }) => inlineOf(tokens);

const blocks = {
  heading: ({ depth, tokens }) => {
    const text = plainText(inlineOf(tokens));
    return { kind: 'heading', level: depth, id: idOf(text), text };
  },
  paragraph: ({ tokens }) => ({ kind: 'paragraph', inline: inlineOf(tokens) }),
  blockquote: ({ tokens }) => ({ kind: 'note', inline: tokens.flatMap((token) => inlineOf(token.tokens)) }),
  list: ({ ordered, items }) => ({ kind: 'list', ordered, items: items.map(itemOf) }),
  table: ({ header, rows }) => ({ kind: 'table', head: header.map(cellOf), rows: rows.map((row) => row.map(cellOf)) }),
  code: codeBlock,
};

function blockOf(token) {
  const block = blocks[token.type];
  if (block === undefined) throw new Error(`A guide has no ${token.type}: ${token.raw}`);
  return block(token);
}

/** Returns the reading time in minutes, from the words of the text, and the lines of code and tables, which are skimmed. */
function minutesOf(tokens) {
  const isSeen = ({ type }) => type === 'code' || type === 'table';
  const lines = tokens.filter(isSeen).flatMap(({ raw }) => raw.split('\n'));
  const words = tokens.filter((token) => !isSeen(token)).flatMap(({ raw }) => raw.split(/\s+/).filter(Boolean));
  return Math.max(1, Math.round(words.length / WORDS_A_MINUTE + lines.length / LINES_A_MINUTE));
}

export function compileGuide(markdown) {
  const [title, lead, ...rest] = marked.lexer(markdown).filter(({ type }) => type !== 'space');
  if (title?.type !== 'heading' || title.depth !== 1) throw new Error('A guide begins with its title.');
  if (lead?.type !== 'paragraph') throw new Error('A guide’s title is followed by what leads in.');
  return {
    title: plainText(inlineOf(title.tokens)),
    minutes: minutesOf([lead, ...rest]),
    lead: inlineOf(lead.tokens),
    blocks: rest.map(blockOf),
  };
}
