import type { AxiosInstance } from 'axios';
import type { DriveSpreadsheet, DriveSpreadsheetAnswer } from '../../contract/drive';
import { apiPaths } from '../../contract/paths';
import { ask, fileRequest, isRecord, type OnProgress } from '../http/answer';

/** Requests of the drive. @param uploads client that sends no JSON and has no timeout */
export const driveApi = (uploads: AxiosInstance) => ({
  upload: async (file: File, onProgress: OnProgress, signal: AbortSignal): Promise<DriveSpreadsheet> => {
    const request = fileRequest(apiPaths.driveSpreadsheets, file, onProgress, signal);
    return (await ask<DriveSpreadsheetAnswer>(uploads, request, { spreadsheet: isRecord })).spreadsheet;
  },
});
