import { refusedKind } from '../../contract/uploadKinds';
import { uploadRefused, uploadStarted } from './driveSlice';

const MEGABYTE = 1024 * 1024;

/** Sentence for a file above the limit, given in bytes. */
export const tooLarge = (limit: number) => `This file is larger than ${Math.floor(limit / MEGABYTE)} MB.`;

/**
 * Which event choosing or dropping a file is: the upload starts, or is refused before anything is sent.
 *
 * @param limit bytes of the largest upload, see `selectUploadLimit`
 */
export function judgeFile(file: File, limit: number) {
  const wrongKind = refusedKind(file.name);
  if (wrongKind !== undefined) return uploadRefused(wrongKind);
  return file.size > limit ? uploadRefused(tooLarge(limit)) : uploadStarted(file);
}
