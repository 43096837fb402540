import type { AxiosInstance } from 'axios';
import type { DriveSpreadsheet, DriveSpreadsheetAnswer } from '../../contract/drive';
import { apiPaths } from '../../contract/paths';
import { answerWith, isRecord } from '../http/answer';

/** The calls about the drive. */
export interface DriveApi {
  /** @param onProgress is told the share that was sent, from 0 to 1 */
  readonly upload: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<DriveSpreadsheet>;
}

/** @param uploads the client without JSON and without time limit */
export const driveApi = (uploads: AxiosInstance): DriveApi => ({
  async upload(file, onProgress, signal) {
    const form = new FormData();
    form.append('file', file, file.name);
    const { data } = await uploads.post<unknown>(apiPaths.driveSpreadsheets, form, {
      signal,
      onUploadProgress: ({ loaded, total }) => onProgress(total === undefined || total === 0 ? 0 : loaded / total),
    });
    return answerWith<DriveSpreadsheetAnswer>(data, { spreadsheet: isRecord }).spreadsheet;
  },
});
