import type { AxiosInstance } from 'axios';
import { apiPaths } from '../../contract/paths';
import type { Project, ProjectAnswer, SheetPreview, SheetRequest } from '../../contract/projects';
import { ask, isList, isRecord, isText } from '../http/answer';

const isTab = (tab: unknown) => isRecord(tab) && 'title' in tab && isText(tab.title) && 'sheetId' in tab;

const isTabs = (tabs: unknown) => isList(tabs) && tabs.every(isTab);

const requestOf = (url: string, data: SheetRequest, signal: AbortSignal) => ({ method: 'post', url, data, signal });

/** Creates the calls of the create flow (specification, section 7). Each takes a signal as its last argument and rejects with an `ApiError`. */
export const createFlowApi = (http: AxiosInstance) => ({
  check: (sheetId: string, signal: AbortSignal) =>
    ask<SheetPreview>(http, requestOf(apiPaths.projectsCheck, { sheetId }, signal), { title: isText, tabs: isTabs }),
  create: async (sheetId: string, signal: AbortSignal): Promise<Project> => {
    const request = requestOf(apiPaths.projectsSync, { sheetId }, signal);
    return (await ask<ProjectAnswer>(http, request, { project: isRecord })).project;
  },
});
