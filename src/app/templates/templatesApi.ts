import type { AxiosInstance } from 'axios';
import type { DriveSpreadsheet, DriveSpreadsheetAnswer } from '../../contract/drive';
import { apiPaths } from '../../contract/paths';
import type { Template, TemplatesAnswer } from '../../contract/templates';
import { answerWith, isList, isRecord } from '../http/answer';

/** The calls of the gallery. Each takes a signal last and rejects with an `ApiError`. */
export interface TemplatesApi {
  readonly list: (signal: AbortSignal) => Promise<readonly Template[]>;
  /** Puts a copy of a template into the drive. */
  readonly use: (templateId: string, signal: AbortSignal) => Promise<DriveSpreadsheet>;
}

export const templatesApi = (http: AxiosInstance): TemplatesApi => ({
  async list(signal) {
    const { data } = await http.get<unknown>(apiPaths.templates, { signal });
    return answerWith<TemplatesAnswer>(data, { templates: isList }).templates;
  },
  async use(templateId, signal) {
    const { data } = await http.post<unknown>(apiPaths.driveSpreadsheets, { templateId }, { signal });
    return answerWith<DriveSpreadsheetAnswer>(data, { spreadsheet: isRecord }).spreadsheet;
  },
});
