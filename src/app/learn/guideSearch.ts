import { folded, matchIn } from '../parts/matching';
import { type Guide, guides } from './guideList';
import type { GuidePart } from './guideTexts';

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
