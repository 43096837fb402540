import type { AxiosInstance } from 'axios';
import { apiPaths } from '../../../contract/paths';
import type { OwnerRowsAnswer } from '../../../contract/rows';
import { ask, isList, isRecord } from '../../http/answer';
import type { TabName } from './endpointSlice';

/** A stretch of the rows that answer a question. */
export interface Stretch {
  /** The question as a query of the data API; empty for every row. */
  readonly query: string;
  readonly offset: number;
  readonly limit: number;
}

/** Every column and the number in the sheet; where a column is really called `*`, the columns alone. */
const EVERYTHING = '_fields=*,_row';

/** The rows of a tab for the project's owner. */
export const endpointApi = (http: AxiosInstance) => ({
  /** The rows, each with its number in the sheet as `_row`. */
  rows: async ({ projectId, sheetId }: TabName, { query, offset, limit }: Stretch, signal: AbortSignal) => {
    const rowsWith = (fields: string) => {
      const asked = [query, fields, `_limit=${limit}`, `_offset=${offset}`].filter(Boolean).join('&');
      const request = { url: `${apiPaths.projectTabRows(projectId, sheetId)}?${asked}`, signal };
      return ask<OwnerRowsAnswer>(http, request, { data: isList, meta: isRecord, columns: isList });
    };
    const answer = await rowsWith(EVERYTHING);
    return answer.columns.some(({ key }) => key === '*') ? rowsWith('') : answer;
  },
});
