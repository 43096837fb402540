import { joinTokens } from '../snippets/codeStyles';
import { normalizeForSearch, matchIn } from '../ui/display/Marked';
import { type Article, type Block, plainText } from './article';
import { type Guide, guides } from './guideList';

/** A section of a guide, for the search: the text under a heading, or before the first one. */
export interface GuidePart {
  readonly slug: string;
  /** Id of the heading; undefined before the first one. */
  readonly id?: string;
  readonly heading: string;
  readonly text: string;
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return block.text;
    case 'list':
      return block.items.map(plainText).join(' ');
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(plainText).join(' ')).join(' ');
    case 'code':
      return joinTokens(block.pieces);
    case 'request':
      return block.request.query.map((pair) => pair.join('=')).join(' ');
    case 'note':
    case 'paragraph':
      return plainText(block.inline);
  }
}

/** Splits a guide into sections, one for each heading of its table of contents. */
export function partsOf(slug: string, article: Article): readonly GuidePart[] {
  const parts: { slug: string; id?: string; heading: string; texts: string[] }[] = [
    { slug, heading: article.title, texts: [plainText(article.lead)] },
  ];
  for (const block of article.blocks) {
    if (block.kind === 'heading' && block.level === 2)
      parts.push({ slug, id: block.id, heading: block.text, texts: [] });
    else parts.at(-1)?.texts.push(textOf(block));
  }
  return parts.map(({ texts, ...part }) => ({ ...part, text: texts.join(' ').replace(/\s+/g, ' ') }));
}

/** Loads a guide, which is a chunk of its own. */
export async function articleOf(slug: string): Promise<Article> {
  const module = (await import(/* webpackChunkName: "guide-[request]" */ `./guides/${slug}.md`)) as {
    readonly article: Article;
  };
  return module.article;
}

/** A search result: a guide, with its best matching section. */
export interface FoundGuide {
  readonly guide: Guide;
  /** The section's heading; undefined if the guide itself matches, or its text before the first heading. */
  readonly part?: { readonly id: string; readonly heading: string };
  /** Summary of the guide, or an excerpt around the match. */
  readonly line: string;
}

/** Lengths of an excerpt in characters: before the match, and in total. */
const MAX_BEFORE = 36;
const MAX_LENGTH = 110;

/** Returns an excerpt around a match, cut at spaces; undefined without a match. */
export function excerptOf(text: string, search: string): string | undefined {
  const match = matchIn(text, search);
  if (match === undefined) return undefined;
  const from = match[0] <= MAX_BEFORE ? 0 : text.indexOf(' ', match[0] - MAX_BEFORE) + 1;
  const start = from > match[0] ? match[0] : from;
  const cut = text.length <= start + MAX_LENGTH ? text.length : text.lastIndexOf(' ', start + MAX_LENGTH);
  const end = Math.max(cut, match[1]);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}

interface Ranked extends FoundGuide {
  /** Sort key, lowest first: title 0, summary or topic 1, heading 2, text 3. */
  readonly rank: number;
}

function inPart(guide: Guide, { id, heading, text }: GuidePart, search: string): Ranked | undefined {
  const part = id === undefined ? undefined : { id, heading };
  if (part && matchIn(heading, search)) return { guide, part, line: guide.line, rank: 2 };
  const line = excerptOf(text, search);
  return line === undefined ? undefined : { guide, ...(part && { part }), line, rank: 3 };
}

function bestOf(guide: Guide, parts: readonly GuidePart[], search: string): Ranked | undefined {
  if (matchIn(guide.title, search)) return { guide, line: guide.line, rank: 0 };
  if (matchIn(guide.line, search) || matchIn(guide.topic, search)) return { guide, line: guide.line, rank: 1 };
  const found = parts.flatMap((part) => (part.slug === guide.slug ? (inPart(guide, part, search) ?? []) : []));
  return found.sort((a, b) => a.rank - b.rank)[0];
}

/** Returns the guides that match a search, ignoring case and accents; matches in titles first, then in headings, then in texts. */
export function foundGuides(parts: readonly GuidePart[], search: string): readonly FoundGuide[] {
  if (normalizeForSearch(search.trim()) === '') return [];
  return guides
    .flatMap((guide) => bestOf(guide, parts, search) ?? [])
    .sort((a, b) => a.rank - b.rank)
    .map(({ guide, part, line }) => ({ guide, line, ...(part && { part }) }));
}
