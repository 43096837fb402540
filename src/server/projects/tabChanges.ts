import type { ProblemLine } from '../../contract/problems';
import type { ProjectUpdate } from '../../contract/projects';
import type { ProjectTabsTable } from '../database/tables/projects';
import { namedTabs, noHeaderThere, type NamedTab } from '../drive/choices/chooseTabs';
import { NUL } from '../http/jsonText';
import { settingsOf, type TabSettings } from '../normalise/deriveTab';
import type { KeptTab } from '../sync/deriveTabs';

type TabUpdate = NonNullable<ProjectUpdate['tabs']>[number];

/** One tab that a person changes. */
export interface TabChange extends NamedTab<ProjectTabsTable, TabUpdate> {
  /** The tab's settings after the change. */
  readonly settings: TabSettings;
}

/** Whether a tab's rows have to be derived again. */
export const needsRows = ({ headerRow, keyColumn, columnTypes, repeatMerged }: TabUpdate): boolean =>
  [headerRow, keyColumn, columnTypes, repeatMerged].some((one) => one !== undefined);

/**
 * Finds the tabs of an update.
 *
 * @throws Refusal `invalid_update` for a tab the project does not have, or one named twice
 */
export const tabChangesOf = (updates: readonly TabUpdate[], tabs: readonly ProjectTabsTable[]): TabChange[] =>
  namedTabs(updates, tabs, 'project').map((named) => {
    const before = settingsOf(named.tab);
    const { headerRow = before.headerRow, keyColumn = before.keyColumn } = named.update;
    const { columnTypes = before.columnTypes, repeatMerged = before.repeatMerged } = named.update;
    return { ...named, settings: { headerRow, keyColumn, columnTypes, repeatMerged } };
  });

function noColumn({ tab }: TabChange, { columns }: KeptTab, field: string, key: string): ProblemLine {
  const names = columns.slice(0, 20).map((column) => `“${column.key}”`);
  return { field, detail: `The sheet “${tab.title}” has no column “${key}”. Its columns are ${names.join(', ')}.` };
}

function keyProblems({ tab, field }: TabChange, { warnings }: KeptTab): ProblemLine[] {
  return warnings
    .filter(({ code }) => code === 'duplicate_key' || code === 'blank_key')
    .map(({ cell, detail }) => ({ field: `${field}.keyColumn`, cell: cell && `${tab.title}!${cell}`, detail }));
}

/** What is wrong with a change, seen by the rows that were derived with it. */
export function problemsOf(change: TabChange, kept: KeptTab): ProblemLine[] {
  const { update, field } = change;
  const keys = new Set(kept.columns.map(({ key }) => key));
  if (typeof update.headerRow === 'number' && keys.size === 0) return [noHeaderThere(update.headerRow, change)];
  const unknownTypes = Object.keys(update.columnTypes ?? {}).filter((key) => !keys.has(key));
  const problems = unknownTypes.map((key) => noColumn(change, kept, `${field}.columnTypes.${key}`, key));
  const { keyColumn } = update;
  if (typeof keyColumn !== 'string') return problems;
  if (!keys.has(keyColumn)) return [...problems, noColumn(change, kept, `${field}.keyColumn`, keyColumn)];
  if (keyColumn.includes(NUL)) {
    const detail = 'The name of this column holds a character that cannot be kept. Rename it in the spreadsheet first.';
    return [...problems, { field: `${field}.keyColumn`, detail }];
  }
  return [...problems, ...keyProblems(change, kept)];
}
