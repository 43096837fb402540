import { type Article, type Block, codeText, plainText } from './article';

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
      return codeText(block.pieces);
    case 'request':
      return block.request.query.map((pair) => pair.join('=')).join(' ');
    case 'note':
    case 'paragraph':
      return plainText(block.inline);
  }
}

/** A guide in parts, one for each heading of its contents. */
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
