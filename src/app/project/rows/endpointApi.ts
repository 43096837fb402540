import type { AxiosInstance } from 'axios';
import { apiPaths } from '../../../contract/paths';
import type { OwnerRowsAnswer } from '../../../contract/rows';
import { answerWith, isList, isRecord } from '../../http/answer';
import type { TabName } from './rowsState';

/** A stretch of the rows that answer a question. */
export interface Stretch {
  /** The question as a query of the data API; empty for every row. */
  readonly query: string;
  readonly offset: number;
  readonly limit: number;
}

/** The rows of a tab for the project's owner. */
export interface EndpointApi {
  /** The rows, each with its number in the sheet as `_row`. */
  readonly rows: (tab: TabName, stretch: Stretch, signal: AbortSignal) => Promise<OwnerRowsAnswer>;
}

/** Every column and the number in the sheet; where a column is really called `*`, the columns alone. */
const EVERYTHING = '_fields=*,_row';

export const endpointApi = (http: AxiosInstance): EndpointApi => ({
  async rows({ projectId, sheetId }, { query, offset, limit }, signal) {
    const ask = async (fields: string) => {
      const asked = [query, fields, `_limit=${limit}`, `_offset=${offset}`].filter(Boolean).join('&');
      const { data } = await http.get<unknown>(`${apiPaths.projectTabRows(projectId, sheetId)}?${asked}`, { signal });
      return answerWith<OwnerRowsAnswer>(data, { data: isList, meta: isRecord, columns: isList });
    };
    const answer = await ask(EVERYTHING);
    return answer.columns.some(({ key }) => key === '*') ? ask('') : answer;
  },
});
