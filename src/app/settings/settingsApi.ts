import type { AxiosInstance } from 'axios';
import { apiPaths } from '../../contract/paths';
import type { Project, ProjectAnswer } from '../../contract/projects';
import { ask, isRecord } from '../http/answer';

/** Creates the calls of Settings besides the update. Each takes a signal as its last argument and rejects with an `ApiError`. */
export const settingsApi = (http: AxiosInstance) => ({
  /** Gives the project a new id; the old address stops at once. @returns the project with its new id */
  newAddress: async (projectId: string, signal: AbortSignal): Promise<Project> => {
    const request = { method: 'post', url: apiPaths.projectNewAddress(projectId), signal };
    return (await ask<ProjectAnswer>(http, request, { project: isRecord })).project;
  },
});
