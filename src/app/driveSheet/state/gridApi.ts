import type { AxiosInstance, AxiosRequestConfig } from 'axios';
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
import { ask, isList, isRecord, isText } from '../../http/answer';

/** A range of rows of a tab. */
export interface RowsQuery {
  readonly sheetId: number;
  /** Number of the first row, from 1. */
  readonly from: number;
  readonly limit: number;
}

const isNumber = (value: unknown) => typeof value === 'number';

/** Requests for a spreadsheet of the drive and its rows. Each takes a signal last and rejects with an `ApiError`. */
export function gridApi(http: AxiosInstance) {
  const spreadsheet = async (request: AxiosRequestConfig): Promise<DriveSpreadsheet> =>
    (await ask<DriveSpreadsheetAnswer>(http, request, { spreadsheet: isRecord })).spreadsheet;
  return {
    one: (id: string, signal: AbortSignal) => spreadsheet({ url: apiPaths.driveSpreadsheet(id), signal }),
    rename: (id: string, title: string, signal: AbortSignal) =>
      spreadsheet({ method: 'patch', url: apiPaths.driveSpreadsheet(id), data: { title }, signal }),
    rows: (id: string, { sheetId, ...params }: RowsQuery, signal: AbortSignal) => {
      const request = { url: apiPaths.driveTabRows(id, sheetId), params, signal };
      return ask<GridRowsAnswer>(http, request, { tab: isRecord, rows: isList });
    },
    stale: (id: string, signal: AbortSignal) =>
      ask<StaleAnswer>(http, { url: apiPaths.driveStale(id), signal }, { tabs: isList }),
    change: (id: string, sheetId: number, data: GridChange, signal: AbortSignal) => {
      const request = { method: 'patch', url: apiPaths.driveTab(id, sheetId), data, signal };
      return ask<GridChangeAnswer>(http, request, { tab: isRecord, cells: isList });
    },
    addTab: (id: string, data: NewTab, signal: AbortSignal) =>
      ask<NewTabAnswer>(http, { method: 'post', url: apiPaths.driveTabs(id), data, signal }, { sheetId: isNumber }),
    removeTab: (id: string, sheetId: number, signal: AbortSignal) => {
      const request = { method: 'delete', url: apiPaths.driveTab(id, sheetId), signal };
      return ask<RemovedTabAnswer>(http, request, { removed: isText });
    },
  };
}
