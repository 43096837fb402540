import type { AxiosInstance } from 'axios';
import type { DriveSpreadsheet, DriveSpreadsheetsAnswer, TrashAnswer } from '../../contract/drive';
import { apiPaths } from '../../contract/paths';
import { ask, isList } from '../http/answer';

/** An item of the trash: a project or a spreadsheet. */
export interface Trashed {
  readonly kind: 'project' | 'spreadsheet';
  readonly id: string;
}

const restorePath = ({ kind, id }: Trashed) =>
  kind === 'project' ? apiPaths.projectRestore(id) : apiPaths.driveRestore(id);

const pathOf = ({ kind, id }: Trashed) => (kind === 'project' ? apiPaths.project(id) : apiPaths.driveSpreadsheet(id));

/** Creates the calls of the Spreadsheets page. Each takes a signal as its last argument and rejects with an `ApiError`. */
export const spreadsheetsApi = (http: AxiosInstance) => ({
  list: async (signal: AbortSignal): Promise<readonly DriveSpreadsheet[]> => {
    const request = { url: apiPaths.driveSpreadsheets, signal };
    return (await ask<DriveSpreadsheetsAnswer>(http, request, { spreadsheets: isList })).spreadsheets;
  },
  trash: (signal: AbortSignal) =>
    ask<TrashAnswer>(http, { url: apiPaths.trash, signal }, { projects: isList, spreadsheets: isList }),
  /** Moves a spreadsheet into the trash. */
  remove: async (id: string, signal: AbortSignal): Promise<void> => {
    await http.delete(apiPaths.driveSpreadsheet(id), { signal });
  },
  putBack: async (trashed: Trashed, signal: AbortSignal): Promise<void> => {
    await http.post(restorePath(trashed), undefined, { signal });
  },
  removeForGood: async (trashed: Trashed, signal: AbortSignal): Promise<void> => {
    await http.delete(pathOf(trashed), { params: { permanently: 1 }, signal });
  },
});
