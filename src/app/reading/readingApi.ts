import type { AxiosInstance } from 'axios';
import type { DriveChange, DrivePreviewAnswer } from '../../contract/drive';
import { apiPaths } from '../../contract/paths';
import { answerWith, isRecord } from '../http/answer';

/** What is asked of a spreadsheet of the drive. */
interface Wish {
  readonly spreadsheetId: string;
  /** The sheet whose first rows are shown; the first that becomes an endpoint when not given. */
  readonly sheetId?: number;
}

/** The calls about how a spreadsheet of the drive is read. Each takes a signal last and rejects with an `ApiError`. */
export interface ReadingApi {
  readonly preview: (wish: Wish, signal: AbortSignal) => Promise<DrivePreviewAnswer>;
  readonly choose: (wish: Wish, change: DriveChange, signal: AbortSignal) => Promise<DrivePreviewAnswer>;
}

const previewIn = (data: unknown) => answerWith<DrivePreviewAnswer>(data, { spreadsheet: isRecord, preview: isRecord });

export const readingApi = (http: AxiosInstance): ReadingApi => ({
  async preview({ spreadsheetId, sheetId: tab }, signal) {
    const { data } = await http.get<unknown>(apiPaths.drivePreview(spreadsheetId), { signal, params: { tab } });
    return previewIn(data);
  },
  async choose({ spreadsheetId, sheetId: tab }, change, signal) {
    const url = apiPaths.driveSpreadsheet(spreadsheetId);
    const { data } = await http.patch<unknown>(url, change, { signal, params: { tab } });
    return previewIn(data);
  },
});
