import { randomUUID } from 'node:crypto';
import type { Column } from '../../contract/rows';
import type { ProjectTabsTable } from '../database/tables/projects';
import { slugOf } from '../normalise/headers';
import { haveSameLetters } from '../titles';
import type { FetchedSpreadsheet, FetchedTab } from '../workbook/source';

/** Properties by which a tab is recognized. */
type Recognisable = Pick<FetchedTab, 'sheetId' | 'title' | 'headers'>;

interface Known extends Recognisable {
  /** Whether it had vanished: such a tab is matched only if no other fits. */
  readonly gone: boolean;
}

type Fits = (known: Recognisable, found: Recognisable) => boolean;

const sameNumber: Fits = (known, found) => known.sheetId === found.sheetId;
const sameTitle: Fits = (known, found) => known.title === found.title;
const sameHeaders: Fits = ({ headers = [] }, { headers: found = [] }) =>
  headers.length > 0 && headers.length === found.length && headers.every((header, index) => header === found[index]);

/** Same number; if the headers of both are known, at least one header in common. */
const samePosition: Fits = (known, found) =>
  sameNumber(known, found) &&
  (!known.headers?.length || !found.headers?.length || found.headers.some((header) => known.headers?.includes(header)));

const sameNumberAndTitle: Fits = (known, found) => sameNumber(known, found) && sameTitle(known, found);

/**
 * Matches a spreadsheet's tabs with the known ones, so that a renamed or moved tab stays the same endpoint: first by number and
 * title, then by number, then by title. Where numbers are mere positions: by title, then by headers that no other tab has, then by
 * position. A vanished tab comes back by its title only, as its number may have been given to another one.
 *
 * @param steadyNumbers whether a tab keeps its number when others are added, moved or removed
 * @returns the known tab of each matched tab; unmatched known tabs have vanished
 */
export function matchTabs<F extends Recognisable, K extends Known>(
  found: readonly F[],
  known: readonly K[],
  steadyNumbers: boolean,
): ReadonlyMap<F, K> {
  const matched = new Map<F, K>();
  const free = new Set(known);
  const matchBy = (fits: Fits, { gone = false, onlyIfUnique = false } = {}) => {
    const unmatched = found.filter((tab) => !matched.has(tab));
    for (const tab of unmatched) {
      const [first, ...others] = [...free].filter((candidate) => candidate.gone === gone && fits(candidate, tab));
      if (first === undefined) continue;
      const isUnique = others.length === 0 && !unmatched.some((other) => other !== tab && fits(first, other));
      if (onlyIfUnique && !isUnique) continue;
      matched.set(tab, first);
      free.delete(first);
    }
  };
  matchBy(sameNumberAndTitle);
  if (steadyNumbers) matchBy(sameNumber);
  matchBy(sameTitle);
  if (!steadyNumbers) {
    matchBy(sameHeaders, { onlyIfUnique: true });
    matchBy(samePosition);
  }
  matchBy(sameTitle, { gone: true });
  return matched;
}

/** Maximum length of a slug; a title has up to 300 characters. */
const MAX_SLUG_LENGTH = 60;

/**
 * Returns the short form of a tab's title for its address: `S&P 500` becomes `s-p-500`. A title without Latin letters or digits
 * becomes `tab-1` by its position. A slug never begins with `_`, which marks reserved addresses.
 *
 * @param position 1-based position of the tab
 * @param taken names already in use in the project: slugs and titles of other tabs
 */
export function slugFor(title: string, position: number, taken: ReadonlySet<string>): string {
  const ofTitle = slugOf(title).replaceAll('_', '-').slice(0, MAX_SLUG_LENGTH).replace(/-$/, '');
  const preferred = ofTitle || `tab-${position}`;
  let slug = preferred;
  for (let n = 2; taken.has(slug); n += 1) slug = `${preferred}-${n}`;
  return slug;
}

/** A tab of the spreadsheet with the names of its endpoint. */
export interface PlannedTab {
  readonly id: string;
  readonly position: number;
  readonly found: FetchedTab;
  /** The existing endpoint, if any. */
  readonly known?: ProjectTabsTable;
  readonly slug: string;
  /** Former titles and slugs. */
  readonly formerNames: readonly string[];
  /** Of a new endpoint: the vanished ones whose titles differ in capitals only. What their owner hid stays hidden. */
  readonly namesakes: readonly ProjectTabsTable[];
}

export interface TabPlan {
  readonly tabs: readonly PlannedTab[];
  /** Endpoints whose tab no longer exists. */
  readonly vanished: readonly ProjectTabsTable[];
}

function formerNamesOf(known: ProjectTabsTable | undefined, title: string): readonly string[] {
  if (known === undefined) return [];
  const former = JSON.parse(known.former_names) as string[];
  return known.title === title ? former : [...new Set([...former, known.title, known.slug])];
}

/** Assigns tabs to endpoints and names. Pure. */
export function planTabs(
  { tabs, steadyNumbers }: Pick<FetchedSpreadsheet, 'tabs' | 'steadyNumbers'>,
  known: readonly ProjectTabsTable[],
): TabPlan {
  const candidates = known.map((tab) => ({
    tab,
    sheetId: tab.sheet_id,
    title: tab.title,
    headers: (JSON.parse(tab.columns) as Column[]).map(({ header }) => header),
    gone: tab.gone_at !== null,
  }));
  const matched = matchTabs(tabs, candidates, steadyNumbers);
  const matchedEndpoints = new Set([...matched.values()].map(({ tab }) => tab));
  const unmatched = known.filter((tab) => !matchedEndpoints.has(tab));

  const titlesOfOthers = (found: FetchedTab) => tabs.filter((tab) => tab !== found).map((tab) => tab.title);
  /** Returns the slug to keep, unless it has become the title of another tab: addresses are resolved by title first. */
  const keptSlug = (found: FetchedTab) => {
    const endpoint = matched.get(found)?.tab;
    if (endpoint === undefined || endpoint.title !== found.title) return undefined;
    return titlesOfOthers(found).includes(endpoint.slug) ? undefined : endpoint.slug;
  };
  const slugs = new Set([...unmatched.map((tab) => tab.slug), ...tabs.flatMap((tab) => keptSlug(tab) ?? [])]);
  const newSlug = (found: FetchedTab, position: number) => {
    const slug = slugFor(found.title, position + 1, new Set([...slugs, ...titlesOfOthers(found)]));
    slugs.add(slug);
    return slug;
  };

  return {
    tabs: tabs.map((found, position) => {
      const endpoint = matched.get(found)?.tab;
      const slug = keptSlug(found) ?? newSlug(found, position);
      const formerNames = formerNamesOf(endpoint, found.title).filter((name) => name !== found.title && name !== slug);
      const isNamesake = ({ title }: ProjectTabsTable) => haveSameLetters(title, found.title);
      const namesakes = endpoint === undefined ? unmatched.filter(isNamesake) : [];
      return { id: endpoint?.id ?? randomUUID(), position, found, known: endpoint, slug, formerNames, namesakes };
    }),
    vanished: unmatched.filter((tab) => tab.gone_at === null),
  };
}
