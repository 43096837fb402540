import { slugOf } from '../normalise/slugs';

/** Longest slug; a title has up to 300 characters. */
const LONGEST = 60;

/**
 * The short form of a tab's title for its address: `S&P 500` becomes `s-p-500`. A title without Latin letters or digits
 * becomes `tab-1` by its place. It never begins with `_`, which marks addresses of ours.
 *
 * @param place 1-based place of the tab
 * @param taken names that lead elsewhere in the same project: other tabs' slugs and titles
 */
export function slugFor(title: string, place: number, taken: ReadonlySet<string>): string {
  const short = slugOf(title).replaceAll('_', '-').slice(0, LONGEST).replace(/-$/, '');
  const base = short || `tab-${place}`;
  let slug = base;
  for (let n = 2; taken.has(slug); n += 1) slug = `${base}-${n}`;
  return slug;
}
