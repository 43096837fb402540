import type { ProblemLine } from '../../contract/problems';
import type { ProjectUpdate } from '../../contract/projects';
import type { ProjectTabsTable } from '../database/tables/projects';
import { NUL } from '../http/requestChecks';
import { settingsOf, type TabSettings } from '../normalise/deriveTab';
import { Refusal } from '../refusal';
import type { KeptTab } from '../sync/deriveTabs';

type TabUpdate = NonNullable<ProjectUpdate['tabs']>[number];

/** One tab that a person changes. */
export interface TabChange {
  readonly tab: ProjectTabsTable;
  readonly update: TabUpdate;
  /** Where it stands in the request, for example `tabs.0`. */
  readonly field: string;
  /** The tab's settings after the change. */
  readonly settings: TabSettings;
}

/** @param first the line whose sentence the answer has */
export const invalidUpdate = (first: ProblemLine, ...others: readonly ProblemLine[]) =>
  new Refusal('invalid_update', first.detail, { errors: [first, ...others] });

/** @throws Refusal `invalid_update` with the lines given, unless there are none */
export function refuseInvalid([first, ...others]: readonly ProblemLine[]): void {
  if (first !== undefined) throw invalidUpdate(first, ...others);
}

function withUpdate(
  settings: TabSettings,
  { headerRow, keyColumn, columnTypes, repeatMerged }: TabUpdate,
): TabSettings {
  return {
    headerRow: headerRow === undefined ? settings.headerRow : headerRow,
    keyColumn: keyColumn === undefined ? settings.keyColumn : keyColumn,
    columnTypes: columnTypes ?? settings.columnTypes,
    repeatMerged: repeatMerged ?? settings.repeatMerged,
  };
}

/** Whether a tab's rows have to be derived again. */
export const needsRows = ({ headerRow, keyColumn, columnTypes, repeatMerged }: TabUpdate): boolean =>
  [headerRow, keyColumn, columnTypes, repeatMerged].some((one) => one !== undefined);

/**
 * Finds the tabs of an update.
 *
 * @throws Refusal `invalid_update` for a tab the project does not have, or one named twice
 */
export function tabChangesOf(updates: readonly TabUpdate[], tabs: readonly ProjectTabsTable[]): TabChange[] {
  const errors: ProblemLine[] = [];
  const changes: TabChange[] = [];
  for (const [index, update] of updates.entries()) {
    const field = `tabs.${index}`;
    const wrong = (detail: string) => void errors.push({ field: `${field}.sheetId`, detail });
    const tab = tabs.find(({ sheet_id }) => sheet_id === update.sheetId);
    if (tab === undefined) wrong(`This project has no sheet with the number ${update.sheetId}.`);
    else if (changes.some((change) => change.tab === tab)) wrong(`The sheet “${tab.title}” is named twice.`);
    else changes.push({ tab, update, field, settings: withUpdate(settingsOf(tab), update) });
  }
  refuseInvalid(errors);
  return changes;
}

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
  const { tab, update, field } = change;
  const keys = new Set(kept.columns.map(({ key }) => key));
  if (typeof update.headerRow === 'number' && keys.size === 0) {
    const detail = `Row ${update.headerRow} of the sheet “${tab.title}” holds no column names.`;
    return [{ field: `${field}.headerRow`, detail }];
  }
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
