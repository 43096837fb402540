import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import type { DriveSpreadsheetsTable, DriveTabsTable } from '../database/tables/drive';
import { listVersionTabs } from './versions/versionsRepository';

/** The number and the title of a tab, as tables of the drive have them. */
export interface NumberedTab {
  readonly sheet_id: number;
  readonly title: string;
}

/** Which numbers a spreadsheet has to give to tabs. Former versions are restored by number: none means two tabs. */
export interface TabNumbers {
  /** Another one each time, larger than those of all tabs that are there or in a former version. */
  readonly next: () => number;
  /** Whether a tab that was deleted can have its number again: no other has it now, or had it in a former version. */
  readonly canReturn: (tab: NumberedTab) => boolean;
}

/** The number by which a sheet of a file is found again in the next one; only workbooks of one kind have any that last. */
export const fileNumberOf = (kind: DriveSpreadsheetsTable['file_kind'], { sheetId }: { readonly sheetId: number }) =>
  kind === 'xlsx' ? sheetId : null;

/** Numbers of sheets in files that are made here begin here where a tab has none: those of new sheets elsewhere are small. */
const FIRST_FREE = 10_001;

/** No sheet of a workbook has a greater number in Excel. */
const GREATEST = 65_534;

/**
 * The numbers that tabs get in a workbook that is made of them, so that each is found again in it: those of the file they came from,
 * and others for the rest.
 */
export function numbersForFile(tabs: readonly Pick<DriveTabsTable, 'file_number'>[]): number[] {
  const taken = new Set<number>();
  const isFree = (number: number) => number >= 1 && number <= GREATEST && !taken.has(number);
  const kept = tabs.map(({ file_number }) => {
    const number = file_number !== null && isFree(file_number) ? file_number : undefined;
    if (number !== undefined) taken.add(number);
    return number;
  });
  let free = FIRST_FREE;
  return kept.map((number) => {
    if (number !== undefined) return number;
    while (taken.has(free)) free += 1;
    taken.add(free);
    return free;
  });
}

/** @param present the tabs that are there now */
export async function tabNumbersOf(
  db: Kysely<Database>,
  spreadsheetId: string,
  present: readonly NumberedTab[],
): Promise<TabNumbers> {
  const former = await listVersionTabs(db, spreadsheetId);
  let last = Math.max(-1, ...[...present, ...former].map(({ sheet_id }) => sheet_id));
  return {
    next: () => (last += 1),
    canReturn: ({ sheet_id, title }) =>
      present.every((tab) => tab.sheet_id !== sheet_id) &&
      former.every((tab) => tab.sheet_id !== sheet_id || tab.title === title),
  };
}
