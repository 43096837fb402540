import type { AxiosInstance } from 'axios';
import { apiPaths } from '../../contract/paths';
import type { OwnerRowsAnswer } from '../../contract/rows';
import { ask, isList } from '../http/answer';
import type { TabColumns } from './columnsSlice';

/** Requests for the columns of a tab. */
export const columnsApi = (http: AxiosInstance) => ({
  read: async (projectId: string, sheetId: number, signal: AbortSignal): Promise<TabColumns> => {
    const request = { url: apiPaths.projectTabRows(projectId, sheetId), params: { _limit: 1 }, signal };
    const { data, columns } = await ask<OwnerRowsAnswer>(http, request, { data: isList, columns: isList });
    return { columns, first: data[0] ?? null };
  },
});
