import type { AxiosInstance } from 'axios';
import { apiPaths } from '../../contract/paths';
import type { OwnerRowsAnswer } from '../../contract/rows';
import { answerWith, isList, isRecord } from '../http/answer';
import { PAGE_ROWS, type TabName } from './rowsState';

/** The rows of a tab for the project's owner. */
export interface EndpointApi {
  /** @param page number of the page, from 0 */
  readonly rows: (tab: TabName, page: number, signal: AbortSignal) => Promise<OwnerRowsAnswer>;
}

export const endpointApi = (http: AxiosInstance): EndpointApi => ({
  async rows({ projectId, sheetId }, page, signal) {
    const params = { _limit: PAGE_ROWS, _offset: page * PAGE_ROWS };
    const { data } = await http.get<unknown>(apiPaths.projectTabRows(projectId, sheetId), { params, signal });
    return answerWith<OwnerRowsAnswer>(data, { data: isList, meta: isRecord, columns: isList });
  },
});
