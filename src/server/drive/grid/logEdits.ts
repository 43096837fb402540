import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';
import { Outdated } from './endpointEdits';
import { changeTab } from './gridRepository';
import type { OpenTab } from './openGrid';
import { leavesBlank, loggedEdit, type RowEdit } from './rowEdits';

type Db = Kysely<Database>;

/** A log that changes more rows than this is made part of the tab by the next edit. */
const LONGEST = 1_000;

/**
 * Whether edits of a tab that is no endpoint leave its columns and their names alone, so that nothing has to be found out
 * anew.
 */
export function isPlain({ tab, headerRow }: OpenTab, edits: readonly RowEdit[]): boolean {
  if (headerRow === null || tab.pending >= LONGEST) return false;
  const headers = tab.row(headerRow)?.cells ?? [];
  return edits.every(
    ({ row, cells }) => row > headerRow && [...cells.keys()].every((column) => (headers[column] ?? null) !== null),
  );
}

const deltaOf = (edit: RowEdit) => (edit.before === undefined ? 1 : leavesBlank(edit) ? -1 : 0);

/**
 * Writes edits of a tab that is no endpoint to its log. On disk when it is resolved.
 *
 * @throws Outdated where others have written
 */
export async function writeToLog(db: Db, { address, stored }: OpenTab, edits: readonly RowEdit[]): Promise<void> {
  const { spreadsheetId, sheetId } = address;
  const sequence = stored.sequence + 1;
  const delta = edits.reduce((sum, edit) => sum + deltaOf(edit), 0);
  const was = { spreadsheetId, sheetId, rawBlob: stored.raw_blob, sequence: stored.sequence };
  await db.transaction().execute(async (trx) => {
    if (!(await changeTab(trx, was, { sequence, rows: Math.max(0, stored.rows + delta) }))) throw new Outdated();
    await trx
      .insertInto('record_log')
      .values({
        ...{ spreadsheet_id: spreadsheetId, sheet_id: sheetId, sequence, tab_id: '', revision: 0 },
        ...{ changes: edits.length, rows_delta: delta, entries: JSON.stringify([edits.map(loggedEdit)]) },
        created_at: new Date().toISOString(),
      })
      .execute();
  });
}
