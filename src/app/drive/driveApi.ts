import type { AxiosInstance } from 'axios';
import type { DriveSpreadsheet, DriveSpreadsheetAnswer } from '../../contract/drive';
import { apiPaths } from '../../contract/paths';
import { ask, fileRequest, isRecord, type OnProgress } from '../http/answer';

/** The calls about the drive. @param uploads the client without JSON and without time limit */
export const driveApi = (uploads: AxiosInstance) => ({
  upload: async (file: File, onProgress: OnProgress, signal: AbortSignal): Promise<DriveSpreadsheet> => {
    const request = fileRequest(apiPaths.driveSpreadsheets, file, onProgress, signal);
    return (await ask<DriveSpreadsheetAnswer>(uploads, request, { spreadsheet: isRecord })).spreadsheet;
  },
});
