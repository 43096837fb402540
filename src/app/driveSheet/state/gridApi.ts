import type { AxiosInstance } from 'axios';
import type { DriveSpreadsheet, DriveSpreadsheetAnswer } from '../../../contract/drive';
import type {
  GridChange,
  GridChangeAnswer,
  GridRowsAnswer,
  NewTab,
  NewTabAnswer,
  RemovedTabAnswer,
  StaleAnswer,
} from '../../../contract/driveGrid';
import { apiPaths } from '../../../contract/paths';
import { answerWith, isList, isRecord, isText } from '../../http/answer';

/** A stretch of rows of a tab. */
export interface RowsWish {
  readonly sheetId: number;
  /** Number of the first row. */
  readonly from: number;
  readonly limit: number;
}

/** The calls about a spreadsheet of the drive and its grid. Each takes a signal last and rejects with an `ApiError`. */
export interface GridApi {
  readonly one: (id: string, signal: AbortSignal) => Promise<DriveSpreadsheet>;
  readonly rename: (id: string, title: string, signal: AbortSignal) => Promise<DriveSpreadsheet>;
  readonly rows: (id: string, wish: RowsWish, signal: AbortSignal) => Promise<GridRowsAnswer>;
  readonly stale: (id: string, signal: AbortSignal) => Promise<StaleAnswer>;
  readonly change: (id: string, sheetId: number, change: GridChange, signal: AbortSignal) => Promise<GridChangeAnswer>;
  readonly addTab: (id: string, wish: NewTab, signal: AbortSignal) => Promise<NewTabAnswer>;
  readonly removeTab: (id: string, sheetId: number, signal: AbortSignal) => Promise<RemovedTabAnswer>;
}

const spreadsheetOf = (data: unknown) =>
  answerWith<DriveSpreadsheetAnswer>(data, { spreadsheet: isRecord }).spreadsheet;
const isNumber = (value: unknown) => typeof value === 'number';

export const gridApi = (http: AxiosInstance): GridApi => ({
  async one(id, signal) {
    return spreadsheetOf((await http.get<unknown>(apiPaths.driveSpreadsheet(id), { signal })).data);
  },
  async rename(id, title, signal) {
    return spreadsheetOf((await http.patch<unknown>(apiPaths.driveSpreadsheet(id), { title }, { signal })).data);
  },
  async rows(id, { sheetId, from, limit }, signal) {
    const { data } = await http.get<unknown>(apiPaths.driveTabRows(id, sheetId), { params: { from, limit }, signal });
    return answerWith<GridRowsAnswer>(data, { tab: isRecord, rows: isList });
  },
  async stale(id, signal) {
    return answerWith<StaleAnswer>((await http.get<unknown>(apiPaths.driveStale(id), { signal })).data, {
      tabs: isList,
    });
  },
  async change(id, sheetId, change, signal) {
    const { data } = await http.patch<unknown>(apiPaths.driveTab(id, sheetId), change, { signal });
    return answerWith<GridChangeAnswer>(data, { tab: isRecord, cells: isList });
  },
  async addTab(id, wish, signal) {
    const { data } = await http.post<unknown>(apiPaths.driveTabs(id), wish, { signal });
    return answerWith<NewTabAnswer>(data, { sheetId: isNumber });
  },
  async removeTab(id, sheetId, signal) {
    const { data } = await http.delete<unknown>(apiPaths.driveTab(id, sheetId), { signal });
    return answerWith<RemovedTabAnswer>(data, { removed: isText });
  },
});
