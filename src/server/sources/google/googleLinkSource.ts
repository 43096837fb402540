import { rm } from 'node:fs/promises';
import type { Workers } from '../../workers/workers';
import type { FetchedSpreadsheet, Source } from '../source';
import { type ExportParts, exportSheet } from './exportSheet';
import { fetchedTabs, refusalOfImport } from './fetchedTab';
import { LATE } from './googleRefusals';
import { createSharedWork } from './sharedWork';

const READ_ONLY = 'Read only: a sheet that is shared by link cannot be written to.';

/**
 * Google spreadsheets that are shared by link, read as the .xlsx file that Google makes of them, in the same way as an upload.
 * Whoever asks for one that is just being read gets that.
 */
export function createGoogleLinkSource(parts: ExportParts, workers: Workers): Source {
  const shared = createSharedWork<FetchedSpreadsheet>();

  async function read(sheetId: string, signal: AbortSignal, isBehind = false): Promise<FetchedSpreadsheet> {
    if (!isBehind) workers.prepare();
    const { title, path } = await exportSheet(parts, sheetId, signal);
    try {
      const { tabs } = await workers.run(
        'importWorkbook',
        { path, fileName: `${title}.xlsx`, marked: true },
        { signal, isBehind },
      );
      return {
        source: 'googleLink',
        title,
        writable: false,
        readOnlyReason: READ_ONLY,
        steadyNumbers: false,
        ...fetchedTabs(tabs),
      };
    } catch (error) {
      throw refusalOfImport(error);
    } finally {
      await rm(path, { force: true });
    }
  }

  return {
    held: true,
    late: LATE,
    patience: 60_000,
    read: (_owner, sheetId, signal, isBehind) => shared(sheetId, signal, (ending) => read(sheetId, ending, isBehind)),
  };
}
