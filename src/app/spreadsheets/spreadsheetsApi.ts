import type { AxiosInstance } from 'axios';
import type { DriveSpreadsheet, DriveSpreadsheetsAnswer, TrashAnswer } from '../../contract/drive';
import { apiPaths } from '../../contract/paths';
import { answerWith, isList } from '../http/answer';

/** What is in the trash, or was taken out of it: a project or a spreadsheet, by its id. */
export interface Trashed {
  readonly kind: 'project' | 'spreadsheet';
  readonly id: string;
}

/** The calls about spreadsheets of the drive as a list. Each takes a signal last and rejects with an `ApiError`. */
export interface SpreadsheetsApi {
  readonly list: (signal: AbortSignal) => Promise<readonly DriveSpreadsheet[]>;
  readonly trash: (signal: AbortSignal) => Promise<TrashAnswer>;
  /** Moves a spreadsheet into the trash. */
  readonly remove: (id: string, signal: AbortSignal) => Promise<void>;
  readonly putBack: (trashed: Trashed, signal: AbortSignal) => Promise<void>;
  readonly removeForGood: (trashed: Trashed, signal: AbortSignal) => Promise<void>;
}

const restorePath = ({ kind, id }: Trashed) =>
  kind === 'project' ? apiPaths.projectRestore(id) : apiPaths.driveRestore(id);

const pathOf = ({ kind, id }: Trashed) => (kind === 'project' ? apiPaths.project(id) : apiPaths.driveSpreadsheet(id));

export const spreadsheetsApi = (http: AxiosInstance): SpreadsheetsApi => ({
  async list(signal) {
    const { data } = await http.get<unknown>(apiPaths.driveSpreadsheets, { signal });
    return answerWith<DriveSpreadsheetsAnswer>(data, { spreadsheets: isList }).spreadsheets;
  },
  async trash(signal) {
    const { data } = await http.get<unknown>(apiPaths.trash, { signal });
    return answerWith<TrashAnswer>(data, { projects: isList, spreadsheets: isList });
  },
  async remove(id, signal) {
    await http.delete(apiPaths.driveSpreadsheet(id), { signal });
  },
  async putBack(trashed, signal) {
    await http.post(restorePath(trashed), undefined, { signal });
  },
  async removeForGood(trashed, signal) {
    await http.delete(pathOf(trashed), { params: { permanently: 1 }, signal });
  },
});
