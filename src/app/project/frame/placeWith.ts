/** The parameter of the page's address that carries the question. */
const QUERY = 'query';

const searchOf = (location: string) => /\?[^#]*/.exec(location)?.[0] ?? '';

/** The question in the address of a page; empty where it asks for every row. */
export const queryAt = (location: string) => new URLSearchParams(searchOf(location)).get(QUERY) ?? '';

/** An address of a page, asking for certain rows. */
export function placeWith(location: string, query: string): string {
  const pairs = new URLSearchParams(searchOf(location));
  if (query === '') pairs.delete(QUERY);
  else pairs.set(QUERY, query);
  const path = location.split(/[?#]/, 1)[0] ?? '';
  const search = pairs.toString();
  return search === '' ? path : `${path}?${search}`;
}
