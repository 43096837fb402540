import type { DrivePreview } from '../../../contract/drive';
import type { Warning } from '../../../contract/projects';
import { limits } from '../../../contract/limits';
import type { CellValue } from '../../../contract/rows';
import { retryIfChanged } from '../../database/optimisticLocking';
import type { DriveTabsTable } from '../../database/tables/drive';
import type { DerivedTab } from '../../normalise/derivedTab';
import { readPackedRows } from '../../normalise/packedRows';
import { busyWriting, listTabs, readTabAt } from '../driveRepository';
import { tabViewOf } from '../driveService';
import type { RequestContext } from '../driveServices';
import { noTab } from '../grid/gridTab';

/**
 * Derives the rows that a tab's endpoint would have.
 *
 * @param headerRow as in `DriveTabsTable`
 * @throws ChangedMeanwhile if the tab has changed since it was looked up
 */
export async function deriveStored(
  { db, workers, derivedDrafts, signal }: RequestContext,
  stored: DriveTabsTable,
  headerRow: number | null,
): Promise<DerivedTab> {
  const draft = stored.sequence === 0 && headerRow === null ? derivedDrafts.get(stored.raw_blob) : undefined;
  if (draft !== undefined) return draft;
  return workers.run('deriveTab', { ...(await readTabAt(db, stored)), settings: { headerRow } }, { signal });
}

/** Returns the values of the first rows. @param max maximum number of rows */
export async function firstRowsOf({ rows, packed }: DerivedTab, max: number): Promise<CellValue[][]> {
  const firstRows: CellValue[][] = [];
  if (rows === 0) return firstRows;
  for await (const [, , ...values] of readPackedRows(packed)) {
    firstRows.push(values);
    if (firstRows.length === max) break;
  }
  return firstRows;
}

const tabOf = (tab: DriveTabsTable): DrivePreview['tabs'][number] => ({
  ...tabViewOf(tab),
  published: tab.published === 1,
  ...(tab.header_row !== null && { headerRow: tab.header_row }),
  warnings: JSON.parse(tab.warnings) as Warning[],
});

/**
 * Returns a preview of the project that a spreadsheet would become.
 *
 * @param sheetId id of the tab whose first rows are shown; if missing, the first tab that becomes an endpoint
 * @throws Refusal `not_found`; `busy` if the spreadsheet keeps changing
 */
export const viewPreview = (context: RequestContext, spreadsheetId: string, sheetId?: number): Promise<DrivePreview> =>
  retryIfChanged(busyWriting, async () => {
    const tabs = await listTabs(context.db, spreadsheetId);
    const isShown = (tab: DriveTabsTable) => (sheetId === undefined ? tab.published === 1 : tab.sheet_id === sheetId);
    const stored = tabs.find(isShown) ?? (sheetId === undefined ? tabs[0] : undefined);
    if (stored === undefined) throw noTab();
    const derived = await deriveStored(context, stored, stored.header_row);
    const columns = derived.columns.map(({ key, header, type }) => ({ key, header, type }));
    const rows = await firstRowsOf(derived, limits.rowsPreviewed);
    return {
      tabs: tabs.map(tabOf),
      shown: { sheetId: stored.sheet_id, headerRow: derived.headerRow, columns, rows },
    };
  });
