import type { SourceKind } from '../../contract/projects';

/** Where a spreadsheet is read from, in words. */
export const sourceWords: Record<SourceKind, string> = {
  drive: 'Tabpoint drive',
  googleLink: 'Google Sheets, link-shared',
  googleApi: 'Google Sheets, connected',
};

/** Which icon stands for it: a sheet elsewhere, or a file. */
export const sourceIcon = (source: SourceKind | undefined) => (source === 'drive' ? 'file' : 'sheet');
