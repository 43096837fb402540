import type { Article } from './article';
import { guides } from './guideList';
import { type GuidePart, partsOf } from './guideTexts';

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
