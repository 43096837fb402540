import type { AxiosInstance } from 'axios';
import { apiPaths } from '../../contract/paths';
import type { Project, ProjectAnswer, SheetPreview, SheetRequest } from '../../contract/projects';
import { answerWith, isList, isRecord, isText } from '../http/answer';

/** The calls of the create flow (specification, section 7). Each takes a signal last and rejects with an `ApiError`. */
export interface CreateFlowApi {
  readonly check: (sheetId: string, signal: AbortSignal) => Promise<SheetPreview>;
  readonly create: (sheetId: string, signal: AbortSignal) => Promise<Project>;
}

const isTab = (tab: unknown) => isRecord(tab) && 'title' in tab && isText(tab.title) && 'sheetId' in tab;

const isTabs = (tabs: unknown) => isList(tabs) && tabs.every(isTab);

export const createFlowApi = (http: AxiosInstance): CreateFlowApi => ({
  async check(sheetId, signal) {
    const { data } = await http.post<unknown>(apiPaths.projectsCheck, { sheetId } satisfies SheetRequest, { signal });
    return answerWith<SheetPreview>(data, { title: isText, tabs: isTabs });
  },
  async create(sheetId, signal) {
    const { data } = await http.post<unknown>(apiPaths.projectsSync, { sheetId } satisfies SheetRequest, { signal });
    return answerWith<ProjectAnswer>(data, { project: isRecord }).project;
  },
});
