import { joinTokens } from '../snippets/codeLook';
import { folded, matchIn } from '../ui/display/Marked';
import { type Article, type Block, plainText } from './article';
import { type Guide, guides } from './guideList';

/** A part of a guide as it is searched: what stands under a heading, or before the first one. */
export interface GuidePart {
  readonly slug: string;
  /** Of the heading; absent before the first one. */
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

/** A guide in parts, one for each heading of its contents. */
function partsOf(slug: string, article: Article): readonly GuidePart[] {
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

/** Those that were asked for, so that each is fetched once and is there at once the next time. */
const asked = new Map<string, Promise<Article>>();

async function fetched(slug: string): Promise<Article> {
  const module = (await import(/* webpackChunkName: "guide-[request]" */ `./guides/${slug}.md`)) as {
    readonly article: Article;
  };
  return module.article;
}

/** The text of a guide, each in a file of its own. One that could not be fetched is asked for again the next time. */
export function articleOf(slug: string): Promise<Article> {
  const known = asked.get(slug);
  if (known !== undefined) return known;
  const article = fetched(slug);
  asked.set(slug, article);
  article.catch(() => asked.delete(slug));
  return article;
}

/** Every guide in parts, for the search. */
export async function allParts(): Promise<readonly GuidePart[]> {
  const all = await Promise.all(guides.map(async ({ slug }) => partsOf(slug, await articleOf(slug))));
  return all.flat();
}

/** A guide that was found, with the part of it that fits best. */
export interface FoundGuide {
  readonly guide: Guide;
  /** Id and words of the heading that stands over what was found; absent where it is the guide as a whole. */
  readonly part?: { readonly id: string; readonly heading: string };
  /** A line of it, around what was found. */
  readonly line: string;
}

const BEFORE = 36;
const LENGTH = 110;

/** A line around a match, cut at spaces. */
export function excerptOf(text: string, search: string): string | undefined {
  const match = matchIn(text, search);
  if (match === undefined) return undefined;
  const from = match[0] <= BEFORE ? 0 : text.indexOf(' ', match[0] - BEFORE) + 1;
  const start = from > match[0] ? match[0] : from;
  const cut = text.length <= start + LENGTH ? text.length : text.lastIndexOf(' ', start + LENGTH);
  const end = Math.max(cut, match[1]);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}

interface Ranked extends FoundGuide {
  /** Title before heading before text. */
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
  return found.sort((one, other) => one.rank - other.rank)[0];
}

/** The guides in which something stands, whatever its case and accents: in a title first, then a heading, then the text. */
export function foundGuides(parts: readonly GuidePart[], search: string): readonly FoundGuide[] {
  if (folded(search.trim()) === '') return [];
  return guides
    .flatMap((guide) => bestOf(guide, parts, search) ?? [])
    .sort((one, other) => one.rank - other.rank)
    .map(({ guide, part, line }) => ({ guide, line, ...(part && { part }) }));
}
