import type { AxiosInstance } from 'axios';
import { apiPaths } from '../../contract/paths';
import type { Project, ProjectAnswer } from '../../contract/projects';
import { answerWith, isRecord } from '../http/answer';

/** The calls of Settings besides the update. Each takes a signal last and rejects with an `ApiError`. */
export interface SettingsApi {
  /** The same project with another id: the old address stops at once. */
  readonly newAddress: (projectId: string, signal: AbortSignal) => Promise<Project>;
}

export const settingsApi = (http: AxiosInstance): SettingsApi => ({
  async newAddress(projectId, signal) {
    const { data } = await http.post<unknown>(apiPaths.projectNewAddress(projectId), undefined, { signal });
    return answerWith<ProjectAnswer>(data, { project: isRecord }).project;
  },
});
