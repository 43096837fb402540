import type { AxiosInstance } from 'axios';
import { apiPaths } from '../../contract/paths';
import type { OwnerRowsAnswer } from '../../contract/rows';
import { answerWith, isList } from '../http/answer';
import type { TabColumns } from './columnsSlice';

/** What a tab's columns are asked with. */
export interface ColumnsApi {
  readonly read: (projectId: string, sheetId: number, signal: AbortSignal) => Promise<TabColumns>;
}

export const columnsApi = (http: AxiosInstance): ColumnsApi => ({
  async read(projectId, sheetId, signal) {
    const { data } = await http.get<unknown>(apiPaths.projectTabRows(projectId, sheetId), {
      params: { _limit: 1 },
      signal,
    });
    const answer = answerWith<OwnerRowsAnswer>(data, { data: isList, columns: isList });
    return { columns: answer.columns, first: answer.data[0] ?? null };
  },
});
