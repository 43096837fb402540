import { workbookEndings } from '../../contract/limits';
import { uploadRefused, uploadStarted } from './driveSlice';

export const WRONG_KIND = 'Upload an .xlsx, .ods or .csv file.';

const MEGABYTE = 1024 * 1024;

/** Sentence for a file above the limit, given in bytes. */
export const tooLarge = (limit: number) => `This file is larger than ${Math.floor(limit / MEGABYTE)} MB.`;

/**
 * Which event choosing or dropping a file is: the upload starts, or is refused before anything is sent.
 *
 * @param limit bytes of the largest upload, see `selectUploadLimit`
 */
export function judgeFile(file: File, limit: number) {
  const name = file.name.toLowerCase();
  if (!workbookEndings.some((ending) => name.endsWith(ending))) return uploadRefused(WRONG_KIND);
  return file.size > limit ? uploadRefused(tooLarge(limit)) : uploadStarted(file);
}
