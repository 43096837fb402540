import { slugOf, UniqueNames } from '../normalise/headers';

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function nameOf(title: string, slug: string): string {
  const text = slugOf(title) || slugOf(slug);
  const name = text.split('_').map(capital).join('');
  return /^[A-Z]/.test(name) ? name : `Tab${name}`;
}

/**
 * Names that every language takes for identifiers, in the order of the tabs, each once: `S&P 500` is `SP500`, `2024` is
 * `Tab2024`.
 */
export function typeNamesOf(tabs: readonly { readonly title: string; readonly slug: string }[]): string[] {
  const names = new UniqueNames();
  return tabs.map(({ title, slug }) => names.claim(nameOf(title, slug)));
}
