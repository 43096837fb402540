import { randomUUID } from 'node:crypto';
import type { Column, ColumnType } from '../../contract/rows';
import type { ProjectTabsTable } from '../database/tables/projects';
import type { TabSettings } from '../normalise/deriveTab';
import type { FetchedSpreadsheet, FetchedTab } from '../sources/source';
import { matchTabs } from './matchTabs';
import { slugFor } from './tabSlugs';

/** A tab of the spreadsheet, and what its endpoint is to be called. */
export interface PlannedTab {
  readonly id: string;
  readonly position: number;
  readonly found: FetchedTab;
  /** The endpoint it is already. */
  readonly known?: ProjectTabsTable;
  readonly slug: string;
  /** Titles and slugs it had before. */
  readonly formerNames: readonly string[];
}

export interface TabPlan {
  readonly tabs: readonly PlannedTab[];
  /** Endpoints whose tab is not there any more. */
  readonly vanished: readonly ProjectTabsTable[];
}

/** What the person has decided about a tab. */
export const settingsOf = (
  tab: Pick<ProjectTabsTable, 'header_row' | 'key_column' | 'column_types' | 'repeat_merged'>,
): TabSettings => ({
  headerRow: tab.header_row,
  keyColumn: tab.key_column,
  columnTypes: JSON.parse(tab.column_types) as Record<string, ColumnType>,
  repeatMerged: tab.repeat_merged === 1,
});

function formerNamesOf(known: ProjectTabsTable | undefined, title: string): readonly string[] {
  if (known === undefined) return [];
  const former = JSON.parse(known.former_names) as string[];
  return known.title === title ? former : [...new Set([...former, known.title, known.slug])];
}

/** Says which tab becomes which endpoint, and under which names. Nothing is read or written. */
export function planTabs(spreadsheet: FetchedSpreadsheet, known: readonly ProjectTabsTable[]): TabPlan {
  const { tabs, steadyNumbers } = spreadsheet;
  const recognisable = known.map((tab) => ({
    tab,
    sheetId: tab.sheet_id,
    title: tab.title,
    headers: (JSON.parse(tab.columns) as Column[]).map(({ header }) => header),
    gone: tab.gone_at !== null,
  }));
  const matched = matchTabs(tabs, recognisable, steadyNumbers);
  const ofMatched = new Set([...matched.values()].map(({ tab }) => tab));
  const unmatched = known.filter((tab) => !ofMatched.has(tab));

  const keeps = (tab: FetchedTab) => (matched.get(tab)?.title === tab.title ? matched.get(tab)?.tab.slug : undefined);
  const slugs = new Set([...unmatched.map((tab) => tab.slug), ...tabs.flatMap((tab) => keeps(tab) ?? [])]);
  const newSlug = (found: FetchedTab, position: number) => {
    const titles = tabs.filter((tab) => tab !== found).map((tab) => tab.title);
    const slug = slugFor(found.title, position + 1, new Set([...slugs, ...titles]));
    slugs.add(slug);
    return slug;
  };

  return {
    tabs: tabs.map((found, position) => {
      const twin = matched.get(found)?.tab;
      const slug = keeps(found) ?? newSlug(found, position);
      const formerNames = formerNamesOf(twin, found.title).filter((name) => name !== found.title && name !== slug);
      return { id: twin?.id ?? randomUUID(), position, found, known: twin, slug, formerNames };
    }),
    vanished: unmatched.filter((tab) => tab.gone_at === null),
  };
}
