import { workbookEndings } from './limits';

/** Extensions of the files that can be uploaded: those shown in the app, and further ones that are read in the same way. */
export const uploadEndings = [...workbookEndings, '.xlsm', '.tsv', '.txt'] as const;

const asXlsx = 'and upload that file.';

/** Advice for unsupported files that contain tables, by extension. */
const advice: Readonly<Record<string, string>> = {
  '.xls': `An .xls file is of an old version of Excel. Save it as .xlsx ${asXlsx}`,
  '.xlsb': `An .xlsb file is a binary workbook. Save it as .xlsx ${asXlsx}`,
  '.numbers': `A .numbers file is read by Apple Numbers only. Export it to Excel (.xlsx) ${asXlsx}`,
  '.pages': `A .pages file is a document. Copy its table to a spreadsheet, save that as .xlsx ${asXlsx}`,
  '.pdf': `A .pdf file is a printed page. Save the spreadsheet that it comes from as .xlsx ${asXlsx}`,
};

/**
 * Returns why a file is rejected, by the extension of its name.
 *
 * @returns undefined if it is accepted
 */
export function refusedKind(fileName: string): string | undefined {
  const name = fileName.toLowerCase();
  if (uploadEndings.some((ending) => name.endsWith(ending))) return undefined;
  const known = Object.keys(advice).find((ending) => name.endsWith(ending));
  return known === undefined ? 'Upload an .xlsx, .ods or .csv file.' : advice[known];
}
