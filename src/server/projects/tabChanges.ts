import type { ProjectUpdate } from '../../contract/projects';
import type { ProblemLine } from '../../contract/problems';
import type { ProjectTabsTable } from '../database/tables/projects';
import { NUL } from '../http/nulCharacters';
import { Refusal } from '../refusal';
import type { TabSettings } from '../normalise/deriveTab';
import { settingsOf } from '../sync/planTabs';
import type { KeptTab } from '../sync/deriveTabs';

type TabUpdate = NonNullable<ProjectUpdate['tabs']>[number];

/** One tab that a person changes. */
export interface TabChange {
  readonly tab: ProjectTabsTable;
  readonly update: TabUpdate;
  /** Where it stands in the request, for example `tabs.0`. */
  readonly field: string;
  /** What is decided about the tab once the change is made. */
  readonly settings: TabSettings;
}

/** An update that does not fit; the sentence is that of the first line. */
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

/** Whether a tab's rows have to be derived anew. */
export const needsRows = ({ headerRow, keyColumn, columnTypes, repeatMerged }: TabUpdate): boolean =>
  [headerRow, keyColumn, columnTypes, repeatMerged].some((one) => one !== undefined);

/**
 * Finds the tabs that an update speaks of.
 *
 * @throws Refusal `invalid_update` for a tab the project does not have, or one named twice
 */
export function tabChangesOf(updates: readonly TabUpdate[], tabs: readonly ProjectTabsTable[]): TabChange[] {
  const errors: ProblemLine[] = [];
  const changes: TabChange[] = [];
  for (const [index, update] of updates.entries()) {
    const field = `tabs.${index}`;
    const tab = tabs.find(({ sheet_id }) => sheet_id === update.sheetId);
    const isTwice = changes.some((change) => change.tab === tab);
    if (tab === undefined) {
      errors.push({
        field: `${field}.sheetId`,
        detail: `This project has no sheet with the number ${update.sheetId}.`,
      });
    } else if (isTwice) {
      errors.push({ field: `${field}.sheetId`, detail: `The sheet “${tab.title}” is named twice.` });
    } else {
      changes.push({ tab, update, field, settings: withUpdate(settingsOf(tab), update) });
    }
  }
  refuseInvalid(errors);
  return changes;
}

const quotedList = (keys: readonly string[]) => keys.map((key) => `“${key}”`).join(', ');

function noColumn({ tab }: TabChange, { columns }: KeptTab, field: string, key: string): ProblemLine {
  const names = quotedList(columns.slice(0, 20).map((column) => column.key));
  return { field, detail: `The sheet “${tab.title}” has no column “${key}”. Its columns are ${names}.` };
}

function keyProblems({ tab, field }: TabChange, { warnings }: KeptTab): ProblemLine[] {
  return warnings
    .filter(({ code }) => code === 'duplicate_key' || code === 'blank_key')
    .map(({ cell, detail }) => ({ field: `${field}.keyColumn`, cell: cell && `${tab.title}!${cell}`, detail }));
}

/** What does not fit between a change and the rows that came of it. */
export function problemsOf(change: TabChange, kept: KeptTab): ProblemLine[] {
  const { tab, update, field } = change;
  const keys = new Set(kept.columns.map(({ key }) => key));
  if (typeof update.headerRow === 'number' && keys.size === 0) {
    const detail = `Row ${update.headerRow} of the sheet “${tab.title}” holds no column names.`;
    return [{ field: `${field}.headerRow`, detail }];
  }
  const unknownTypes = Object.keys(update.columnTypes ?? {}).filter((key) => !keys.has(key));
  const typeProblems = unknownTypes.map((key) => noColumn(change, kept, `${field}.columnTypes.${key}`, key));
  if (typeof update.keyColumn !== 'string') return typeProblems;
  if (!keys.has(update.keyColumn)) {
    return [...typeProblems, noColumn(change, kept, `${field}.keyColumn`, update.keyColumn)];
  }
  if (update.keyColumn.includes(NUL)) {
    const detail = 'The name of this column holds a character that cannot be kept. Rename it in the spreadsheet first.';
    return [...typeProblems, { field: `${change.field}.keyColumn`, detail }];
  }
  return [...typeProblems, ...keyProblems(change, kept)];
}
