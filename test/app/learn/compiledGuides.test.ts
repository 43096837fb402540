import { type Article, type Block, contentsOf, plainText } from '../../../src/app/learn/article';
import { articleOf } from '../../../src/app/learn/guideTexts';
import { joinTokens } from '../../../src/app/snippets/codeStyles';
import { guideOf, guides } from '../../../src/app/learn/guideList';

const linksIn = (article: Article): readonly string[] => {
  const inlines = article.blocks.flatMap((block: Block) => {
    if ('inline' in block) return [block.inline];
    if (block.kind === 'list') return block.items;
    return block.kind === 'table' ? [...block.head, ...block.rows.flat()] : [];
  });
  return [article.lead, ...inlines]
    .flat()
    .flatMap((part) => (typeof part !== 'string' && part.kind === 'link' ? [part.to] : []));
};

describe.each(guides)('$slug', ({ slug, title, minutes }) => {
  let article: Article;
  beforeAll(async () => {
    article = await articleOf(slug);
  });

  it('has the title and the minutes of the list', () => {
    expect([article.title, article.minutes]).toEqual([title, minutes]);
  });

  it('starts with an introduction, and has unique headings', () => {
    expect(plainText(article.lead).length).toBeGreaterThan(40);
    const ids = contentsOf(article).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('links to existing guides and pages', () => {
    for (const link of linksIn(article)) {
      expect(link).toMatch(/^(\/projects\/new|\/usage|\/upgrade|\/learn\/[\w-]+)$/);
      const [, , guide] = link.split('/');
      if (link.startsWith('/learn/')) expect(guideOf(guide)?.slug).toBe(guide);
    }
  });

  it('uses the product’s terms only', () => {
    const text = JSON.stringify(article);
    expect(text).not.toMatch(/!["<]|TODO|Lorem|localhost/);
  });
});

it('highlights code without losing a character', async () => {
  const { blocks } = await articleOf('static-page');
  const page = blocks.find((block) => block.kind === 'code' && block.label === 'index.html');
  if (page?.kind !== 'code') throw new Error('There is no page.');
  const code = joinTokens(page.pieces);
  expect(code).toMatch(/^<!doctype html>\n<html lang="en">\n[\s\S]*<\/html>$/);
  expect(code).toContain('  <script>\n    const project = ');
  const kinds = new Set(page.pieces.map((piece) => (typeof piece === 'string' ? 'plain' : piece[1])));
  expect([...kinds].sort()).toEqual(expect.arrayContaining(['key', 'plain', 'string', 'word']));
});
