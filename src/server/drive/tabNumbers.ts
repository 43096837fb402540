import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
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
