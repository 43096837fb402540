import type { AxiosInstance } from 'axios';
import type { DriveSpreadsheet, DriveSpreadsheetAnswer } from '../../contract/drive';
import { apiPaths } from '../../contract/paths';
import type { Template, TemplatesAnswer, TemplateUse } from '../../contract/templates';
import { ask, isList, isRecord } from '../http/answer';

/** Creates the calls of the gallery. Each takes a signal as its last argument and rejects with an `ApiError`. */
export const templatesApi = (http: AxiosInstance) => ({
  list: async (signal: AbortSignal): Promise<readonly Template[]> => {
    return (await ask<TemplatesAnswer>(http, { url: apiPaths.templates, signal }, { templates: isList })).templates;
  },
  /** Copies a template into the drive; the same attempt again returns its copy. @returns the copy */
  use: async (data: Required<TemplateUse>, signal: AbortSignal): Promise<DriveSpreadsheet> => {
    const request = { method: 'post', url: apiPaths.driveSpreadsheets, data, signal };
    return (await ask<DriveSpreadsheetAnswer>(http, request, { spreadsheet: isRecord })).spreadsheet;
  },
});
