import type { AxiosInstance } from 'axios';
import { apiPaths } from '../../contract/paths';
import type { Project, ProjectAnswer } from '../../contract/projects';
import { ask, isRecord } from '../http/answer';

/** The calls of Settings besides the update. Each takes a signal last and rejects with an `ApiError`. */
export const settingsApi = (http: AxiosInstance) => ({
  /** The same project with another id: the old address stops at once. */
  newAddress: async (projectId: string, signal: AbortSignal): Promise<Project> => {
    const request = { method: 'post', url: apiPaths.projectNewAddress(projectId), signal };
    return (await ask<ProjectAnswer>(http, request, { project: isRecord })).project;
  },
});
