import type { AxiosInstance } from 'axios';
import type { DriveChange, DrivePreviewAnswer } from '../../contract/drive';
import { apiPaths } from '../../contract/paths';
import { ask, isRecord } from '../http/answer';

/** A spreadsheet of the drive, and the sheet to preview. */
interface PreviewTarget {
  readonly spreadsheetId: string;
  /** The sheet whose first rows are returned; defaults to the first one that becomes an endpoint. */
  readonly sheetId?: number;
}

const checks = { spreadsheet: isRecord, preview: isRecord };

/** Creates the calls about reading options. Each takes a signal as its last argument and rejects with an `ApiError`. */
export const readingApi = (http: AxiosInstance) => ({
  preview: ({ spreadsheetId, sheetId: tab }: PreviewTarget, signal: AbortSignal) => {
    const request = { url: apiPaths.drivePreview(spreadsheetId), signal, params: { tab } };
    return ask<DrivePreviewAnswer>(http, request, checks);
  },
  choose: ({ spreadsheetId, sheetId: tab }: PreviewTarget, data: DriveChange, signal: AbortSignal) => {
    const request = { method: 'patch', url: apiPaths.driveSpreadsheet(spreadsheetId), data, signal, params: { tab } };
    return ask<DrivePreviewAnswer>(http, request, checks);
  },
});
