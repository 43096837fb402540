import type { AxiosInstance } from 'axios';
import type { DriveChange, DrivePreviewAnswer } from '../../contract/drive';
import { apiPaths } from '../../contract/paths';
import { ask, isRecord } from '../http/answer';

/** What is asked of a spreadsheet of the drive. */
interface Wish {
  readonly spreadsheetId: string;
  /** The sheet whose first rows are shown; the first that becomes an endpoint when not given. */
  readonly sheetId?: number;
}

const checks = { spreadsheet: isRecord, preview: isRecord };

/** The calls about how a spreadsheet of the drive is read. Each takes a signal last and rejects with an `ApiError`. */
export const readingApi = (http: AxiosInstance) => ({
  preview: ({ spreadsheetId, sheetId: tab }: Wish, signal: AbortSignal) => {
    const request = { url: apiPaths.drivePreview(spreadsheetId), signal, params: { tab } };
    return ask<DrivePreviewAnswer>(http, request, checks);
  },
  choose: ({ spreadsheetId, sheetId: tab }: Wish, data: DriveChange, signal: AbortSignal) => {
    const request = { method: 'patch', url: apiPaths.driveSpreadsheet(spreadsheetId), data, signal, params: { tab } };
    return ask<DrivePreviewAnswer>(http, request, checks);
  },
});
