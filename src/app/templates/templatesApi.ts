import type { AxiosInstance } from 'axios';
import type { DriveSpreadsheet, DriveSpreadsheetAnswer } from '../../contract/drive';
import { apiPaths } from '../../contract/paths';
import type { Template, TemplatesAnswer } from '../../contract/templates';
import { ask, isList, isRecord } from '../http/answer';

/** The calls of the gallery. Each takes a signal last and rejects with an `ApiError`. */
export const templatesApi = (http: AxiosInstance) => ({
  list: async (signal: AbortSignal): Promise<readonly Template[]> => {
    return (await ask<TemplatesAnswer>(http, { url: apiPaths.templates, signal }, { templates: isList })).templates;
  },
  /** Puts a copy of a template into the drive. */
  use: async (templateId: string, signal: AbortSignal): Promise<DriveSpreadsheet> => {
    const request = { method: 'post', url: apiPaths.driveSpreadsheets, data: { templateId }, signal };
    return (await ask<DriveSpreadsheetAnswer>(http, request, { spreadsheet: isRecord })).spreadsheet;
  },
});
