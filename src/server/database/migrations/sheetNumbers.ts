import { type Kysely, sql } from 'kysely';

/**
 * The number that a tab of the drive has in the workbook it came from. Until then the numbers of tabs were taken for these, which
 * they are for all tabs but those that were added here.
 */
export async function addSheetNumbers(db: Kysely<unknown>): Promise<void> {
  for (const table of ['drive_tabs', 'drive_version_tabs']) {
    await db.schema.alterTable(table).addColumn('file_number', 'integer').execute();
  }
  await sql`
    update drive_tabs set file_number = sheet_id
    where spreadsheet_id in (select id from drive_spreadsheets where file_kind = 'xlsx')`.execute(db);
  await sql`
    update drive_version_tabs set file_number = sheet_id
    where exists (
      select 1 from drive_versions as version
      where version.spreadsheet_id = drive_version_tabs.spreadsheet_id
        and version.n = drive_version_tabs.n and version.file_kind = 'xlsx'
    )`.execute(db);
}
