/** What a tab is recognised by. */
interface Recognisable {
  readonly sheetId: number;
  readonly title: string;
  /** The headers of its columns, where they are known. */
  readonly headers?: readonly string[];
}

interface Known extends Recognisable {
  /** Whether it had vanished: such a tab is taken only when no other fits. */
  readonly gone: boolean;
}

type Fits = (known: Recognisable, found: Recognisable) => boolean;

const sameNumber: Fits = (known, found) => known.sheetId === found.sheetId;
const sameTitle: Fits = (known, found) => known.title === found.title;
const sameHeaders: Fits = ({ headers = [] }, { headers: found = [] }) =>
  headers.length > 0 && headers.length === found.length && headers.every((header, place) => header === found[place]);
/** Where headers are known, another tab in the same place has none of them. */
const samePlace: Fits = (known, found) =>
  sameNumber(known, found) &&
  (!known.headers?.length || !found.headers?.length || found.headers.some((one) => known.headers?.includes(one)));
const same: Fits = (known, found) => sameNumber(known, found) && sameTitle(known, found);

/**
 * Recognises a spreadsheet's tabs: a tab that was renamed or moved stays the endpoint it was. Matched are first those with
 * the same number and title, then by number and by title, or, where numbers are mere places, by title, by headers that no
 * other tab has, and by place. A tab that had vanished comes back by its title alone, as its number may have been given to
 * another one.
 *
 * @param steadyNumbers whether a tab keeps its number when others are added, moved or removed
 * @returns the known tab of each found one that has one; known tabs that are nobody's have vanished
 */
export function matchTabs<F extends Recognisable, K extends Known>(
  found: readonly F[],
  known: readonly K[],
  steadyNumbers: boolean,
): ReadonlyMap<F, K> {
  const matched = new Map<F, K>();
  const free = new Set(known);
  const pass = (fits: Fits, { gone = false, unlessUnsure = false } = {}) => {
    const left = found.filter((one) => !matched.has(one));
    for (const tab of left) {
      const [twin, ...others] = [...free].filter((one) => one.gone === gone && fits(one, tab));
      if (twin === undefined) continue;
      if (unlessUnsure && (others.length > 0 || left.some((one) => one !== tab && fits(twin, one)))) continue;
      matched.set(tab, twin);
      free.delete(twin);
    }
  };
  pass(same);
  if (steadyNumbers) pass(sameNumber);
  pass(sameTitle);
  if (!steadyNumbers) {
    pass(sameHeaders, { unlessUnsure: true });
    pass(samePlace);
  }
  pass(sameTitle, { gone: true });
  return matched;
}
