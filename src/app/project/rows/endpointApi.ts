import type { AxiosInstance } from 'axios';
import { apiPaths } from '../../../contract/paths';
import type { OwnerRowsAnswer } from '../../../contract/rows';
import { ask, isList, isRecord } from '../../http/answer';
import type { TabName } from './endpointSlice';

/** A range of the rows that match a query. */
export interface RowSlice {
  /** Query of the data API; empty for every row. */
  readonly query: string;
  readonly offset: number;
  readonly limit: number;
}

/** Requests every column and the row number. In a tab with a column named `*` it selects that column only: see {@link endpointApi}. */
const EVERYTHING = '_fields=*,_row';

/** Requests for the rows of a tab, as the project's owner. */
export const endpointApi = (http: AxiosInstance) => ({
  /** Returns the rows, each with its number in the sheet as `_row`; without `_row` in a tab with a column named `*`. */
  rows: async ({ projectId, sheetId }: TabName, { query, offset, limit }: RowSlice, signal: AbortSignal) => {
    const rowsWith = (fields: string) => {
      const parameters = [query, fields, `_limit=${limit}`, `_offset=${offset}`].filter(Boolean).join('&');
      const request = { url: `${apiPaths.projectTabRows(projectId, sheetId)}?${parameters}`, signal };
      return ask<OwnerRowsAnswer>(http, request, { data: isList, meta: isRecord, columns: isList });
    };
    const answer = await rowsWith(EVERYTHING);
    return answer.columns.some(({ key }) => key === '*') ? rowsWith('') : answer;
  },
});
