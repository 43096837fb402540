import { workbookEndings } from '../../contract/limits';
import { versionChosen, versionRefused } from './versionsSlice';

export const WRONG_KIND = 'Upload an .xlsx, .ods or .csv file.';

const MEGABYTE = 1024 * 1024;

interface Workbook {
  readonly projectId: string;
  readonly sheetId: string;
}

/**
 * Which event choosing a file is: it is compared, or refused before anything is sent.
 *
 * @param limit bytes of the largest upload
 */
export function judgeVersion({ projectId, sheetId }: Workbook, file: File, limit: number) {
  const name = file.name.toLowerCase();
  const refused = (message: string) => versionRefused({ projectId, sheetId, message });
  if (!workbookEndings.some((ending) => name.endsWith(ending))) return refused(WRONG_KIND);
  if (file.size > limit) return refused(`This file is larger than ${Math.floor(limit / MEGABYTE)} MB.`);
  return versionChosen(projectId, sheetId, file);
}
