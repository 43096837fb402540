/** What a tab is recognised by. */
interface Recognisable {
  readonly sheetId: number;
  readonly title: string;
}

interface Known extends Recognisable {
  /** Whether it had vanished: such a tab is taken only when no other fits. */
  readonly gone: boolean;
}

type Fits = (known: Recognisable, found: Recognisable) => boolean;

const sameNumber: Fits = (known, found) => known.sheetId === found.sheetId;
const sameTitle: Fits = (known, found) => known.title === found.title;
const same: Fits = (known, found) => sameNumber(known, found) && sameTitle(known, found);

/**
 * Recognises a spreadsheet's tabs: a tab that was renamed or moved stays the endpoint it was. Matched are first those with
 * the same number and title, then by number and by title, or by title first where numbers are mere places. A tab that had
 * vanished comes back by its title alone, as its number may have been given to another one.
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
  const pass = (fits: Fits, gone: boolean) => {
    for (const tab of found.filter((one) => !matched.has(one))) {
      const twin = [...free].find((one) => one.gone === gone && fits(one, tab));
      if (twin === undefined) continue;
      matched.set(tab, twin);
      free.delete(twin);
    }
  };
  for (const fits of steadyNumbers ? [same, sameNumber, sameTitle] : [same, sameTitle, sameNumber]) pass(fits, false);
  pass(sameTitle, true);
  return matched;
}
