import type { Kysely } from 'kysely';
import type { DrivePreview } from '../../../contract/drive';
import type { Warning } from '../../../contract/projects';
import { readBlob } from '../../database/blobs';
import type { Database } from '../../database/schema';
import type { DriveTabsTable } from '../../database/tables/drive';
import { readStoredTab } from '../../store/log/driveLog';
import type { DerivedDrafts } from '../../sync/deriveTabs';
import type { Workers } from '../../workers/workers';
import { ChangedMeanwhile, listTabs } from '../driveRepository';
import { noTab } from '../grid/gridTab';
import { previewOf, type TabPreview } from './previewTab';

/** What previews are made with. */
export interface PreviewContext {
  readonly db: Kysely<Database>;
  readonly workers: Workers;
  readonly derivedDrafts: DerivedDrafts;
  readonly signal: AbortSignal;
}

/**
 * What the endpoint of a tab would look like.
 *
 * @param headerRow as in `DriveTabsTable`
 * @throws ChangedMeanwhile when the tab has changed since it was looked up
 */
export async function previewStored(
  { db, workers, derivedDrafts, signal }: PreviewContext,
  stored: DriveTabsTable,
  headerRow: number | null,
): Promise<TabPreview> {
  const draft = stored.sequence === 0 && headerRow === null ? derivedDrafts.look(stored.raw_blob) : undefined;
  if (draft !== undefined) return previewOf(draft);
  const now = await readStoredTab(db, stored.spreadsheet_id, stored.sheet_id);
  if (now?.rawBlob !== stored.raw_blob || now.sequence !== stored.sequence) throw new ChangedMeanwhile();
  const tab = { raw: await readBlob(db, stored.raw_blob), log: now.log, settings: { headerRow } };
  return workers.run('previewTab', tab, { signal });
}

const tabOf = (tab: DriveTabsTable): DrivePreview['tabs'][number] => ({
  ...{ sheetId: tab.sheet_id, title: tab.title, rows: tab.rows, columns: tab.columns },
  ...(tab.hidden === 1 && { hidden: true }),
  published: tab.published === 1,
  ...(tab.header_row !== null && { headerRow: tab.header_row }),
  warnings: JSON.parse(tab.warnings) as Warning[],
});

/**
 * How a spreadsheet would become a project.
 *
 * @param sheetId of the tab whose first rows are shown; the first that becomes an endpoint when not given
 * @throws Refusal `not_found`; ChangedMeanwhile
 */
export async function viewPreview(
  context: PreviewContext,
  spreadsheetId: string,
  sheetId?: number,
): Promise<DrivePreview> {
  const tabs = await listTabs(context.db, spreadsheetId);
  const asked = (tab: DriveTabsTable) => (sheetId === undefined ? tab.published === 1 : tab.sheet_id === sheetId);
  const stored = tabs.find(asked) ?? (sheetId === undefined ? tabs[0] : undefined);
  if (stored === undefined) throw noTab();
  const { headerRow, columns, firstRows } = await previewStored(context, stored, stored.header_row);
  const shown = { sheetId: stored.sheet_id, headerRow, columns: [...columns], rows: [...firstRows] };
  return { tabs: tabs.map(tabOf), shown };
}
